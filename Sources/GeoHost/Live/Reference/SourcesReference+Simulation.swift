extension SourcesReference {
  static let simulation = """
    ## Simulations
    """

  static let distortion = """
    ## Bad data on purpose
    """
}
