extension SourcesReference {
  /// The section is written beside the source.
  static let gpsd = """
    ## gpsd
    """
}
