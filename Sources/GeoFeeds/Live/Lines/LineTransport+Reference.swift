extension LineTransport {
  /// A section of the page of sources.
  public static let reference = """
    ## NMEA and lines

    | address | is |
    |---|---|
    | `nmea:///dev/ttyUSB0?baud=4800` | a serial line, read raw, 8 bits, no parity; without `baud` the usual speeds are tried, \(SpeedSearch.patience) s each, until lines make sense. A FIFO, too |
    | `tcp://host:10110` | a server that sends lines; it is connected to, and told nothing |
    | `udp://:10110` | datagrams to this machine; `udp://127.0.0.1:10110` only to that address, `udp://239.1.1.1:10110` to a group, which is joined |

    The port is \(LinePlace.defaultPort) where none is given, that of NMEA 0183. `device=NAME` names the device of lines that name
    none; else it is `host:port`, the last part of the path, or for datagrams the sender's address, each sender being a
    device. `timeout=S`: a connection or line without a byte for S seconds is begun anew. Who would connect to us over
    TCP goes through `socat` or the like, and standard input.

    What a line is it tells itself, and one stream may mix them: NMEA 0183 (see the page `inputs`); JSON of gpsd (`{"class":…}`) and of
    OwnTracks (`{"_type":…}`); the event log. A line of more than \(LineBuffer.limit >> 20) MiB, and one of no form that is known, is
    passed over and counted.

    A server that does not answer or hangs up, and a device that is pulled out, are tried again after 1, 2, 4 … 60 s, a
    device after 4 s at most. A peer of TCP that is gone without a word is known after 25 s. To read a serial line its
    user must be in the line's group, mostly `dialout`.

    A fix comes with the sentence that ends the receiver's round, which is learned of two rounds, or \(Int(NMEADecoder.pause * 1000)) ms after
    the last byte.
    """
}
