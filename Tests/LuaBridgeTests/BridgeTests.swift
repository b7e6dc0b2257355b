import Testing

/// One test at a time: they count the living objects of the whole process.
@Suite(.serialized) struct BridgeTests {}
