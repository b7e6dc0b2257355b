extension SourcesReference {
  /// What comes of gpsd's reports.
  static let gpsd = """
    ## gpsd

    `gpsd://HOST[:2947][/dev/ttyUSB0][?device=NAME]`. gpsd, the daemon of receivers, is asked to report what it hears.
    Without a path that is all its receivers. The first is the device `gpsd`, on another machine the device `HOST`; each
    further one, and one that was chosen by its path, is `gpsd/ttyUSB0`. `?device=` gives the first another name. A
    receiver that comes when the first has gone takes its place: a plug that is pulled and put back makes another path.

    | gpsd's report | becomes |
    |---|---|
    | TPV, `mode` 2 or 3 | a location; reports of one time are one, and of what two say the later counts |
    | `lat`, `lon` | the coordinate |
    | `altMSL`, else `altHAE` less `geoidSep`, else `alt` | `altitude`, above the sea; none with `mode` 2 |
    | `eph`, else `epx` and `epy` at a right angle | `horizontalAccuracy`, as it is told |
    | `epv` | `verticalAccuracy` |
    | `speed`, `track` | `speed` in m/s, `course` from true north |
    | `time` | `timestamp` |
    | TPV, `mode` 1, or 0 after a fix; a receiver that is pulled; gpsd lost | an error, `kCLErrorLocationUnknown`, once for each loss |
    | GST | the accuracies where TPV has none: deviations of the last 10 s |
    | SKY | `geoscript.device.attributes`: `receiver`, `mode`, `status`, `satellites` in use, `satellitesSeen`, `hdop`; the form is `gpsd` |
    | ATT | a heading: `mheading`, `heading`; from `heading` alone the magnetic one follows by the magnetic model |
    | ERROR | a warning; counted |
    | all else | nothing |

    What gpsd says of errors is “guessed to be 95 % confidence”, and may be one or two sigma: what a receiver reports
    gpsd passes on. It is taken as it is told. A value of 95 % is 1.6 times the 68 % that phones report, so that a region
    that asks for an accuracy is judged carefully, never boldly. Where no accuracy is told it is the dilution × 5 m, else
    5 m.

    Live, a location is delivered when its epoch has brought what the one before had, or 0.25 s after the last report of
    it. A time that is more than 60 s from the host's is not believed, unless the receiver has been right before and goes
    on from there: the location then has the host's time, which is told once. Before a receiver has a fix its time may be
    any.

    A gpsd that cannot be reached is tried again after 1, 2, 4 … 10 s. After 10 s of silence it is asked whether it is
    there, after 10 s more the connection counts as lost. What gpsd cut short, at 10,240 characters, is counted.

    A log of gpsd, as `gpspipe -w >drive.json` writes it, is a file as others are, whatever its name: `--from
    drive.json`. Its times are the receiver's; what has none, before the date was known, is skipped and counted. Its
    receivers are devices as above, with the file's name for `gpsd`.

    `geoscript doctor gpsd://localhost` tells whether gpsd answers and has a fix.
    """
}
