import Testing

/// Everything about scripts that needs no virtual machine: reading, checking, documenting.
@Suite struct LuaSyntaxTests {}
