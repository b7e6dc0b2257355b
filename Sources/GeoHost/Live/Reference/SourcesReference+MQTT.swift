extension SourcesReference {
  /// The section is written beside the source.
  static let mqtt = """
    ## MQTT

    `mqtt://[user@]host[:1883]/TOPIC`, or `mqtts://…[:8883]` for TLS, listens to a broker. Without a topic it is
    `owntracks/#`; `+` and `#` mean what MQTT means by them. In a shell such an address stands in quotes.

    | parameter | means | without it |
    |---|---|---|
    | `qos` | the quality of service that is asked for: 0, 1 or 2 | 2 |
    | `client` | our name: the broker keeps under it what comes while nobody listens | one of this machine, the broker, the user and the topic |
    | `clean` | `true`: the broker keeps nothing for us | `false` |
    | `password-file` | a file whose first line is the password | `$GEOSCRIPT_MQTT_PASSWORD` |
    | `ca` | the authority that signed the broker's certificate, PEM | those of the system, or what `$SSL_CERT_FILE` and `$SSL_CERT_DIR` name |
    | `cert`, `key` | our own certificate and its key, PEM, the key without a password | none |
    | `status` | a topic that is told, retained, `online`; and `offline` at the end, by the last will too | none |
    | `keepalive` | seconds between signs of life | 60 |
    | `timeout` | seconds that a broker may take to answer | 10 |

    A password in the address is refused, since everybody on the machine could read it there; none is ever told. TLS
    always checks the certificate and the host's name. A wrong password, a certificate that one side does not take or a
    topic that may not be read ends the source at once; later, and whatever else happens, the broker is looked for again.

    Each run needs a name of its own: of two with the same one the broker throws out the other, which is told after the
    third time. A name that is given up for good should be taken away with one run of `clean=true`, else the broker goes
    on to keep messages for it.

    **Retained messages** are delivered like others: a phone's last fix comes with its own, old `timestamp`. The first
    fix crosses no region, and an alert of one more than 15 minutes old needs `late = true`, so that it does no harm. An
    empty message, which only deletes a retained one, says nothing.

    **Topics.** `owntracks/USER/DEVICE`, and the same with `/event`, `/waypoint`, `/waypoints`, `/cmd`, `/dump`,
    `/status`, `/step`, `/beacon`, `/info` or `/request` behind it, are the device `USER/DEVICE`, below whatever base the
    address names. Any other topic is a device by what stands below the base. A message is one of OwnTracks, an array
    of them, or lines of the event log.

    **Replies.** `geoscript.owntracks.publish(message, { topic =, qos =, retain = })` goes to `…/DEVICE/cmd` of the
    broker that the device was heard from, or to the topic. What waits while a broker is lost is sent later. What we
    publish ourselves does not come back to our script.

    ## OwnTracks

    The messages of the apps for iOS and Android, from brokers, over HTTP, as lines of any stream, and as OwnTracks'
    Recorder keeps them: `rec/USER/DEVICE/2026-11.rec` is a file of the device `USER/DEVICE`. A message is at most 1 MiB
    long.

    | `location` | becomes | without it |
    |---|---|---|
    | `lat` `lon` | the coordinate, degrees | counted and passed over |
    | `tst` | `timestamp`, seconds since 1970 | when it came |
    | `acc` | `horizontalAccuracy`, m | 5 m |
    | `alt` | `altitude`, m | 0 with `vac` above 0, else unknown |
    | `vac` | `verticalAccuracy`, m | unknown |
    | `vel` | `speed`: km/h become m/s | 0 with `cog`, else unknown |
    | `cog` | `course`, degrees | unknown |
    | `created_at` | replayed: when the phone got it, a day after `tst` at most | `tst` |
    | `topic` | the device, where the source does not say it | the stream's own |
    | `_id` `sent` `isotst` `isorcv` `disptst` `randomId` | nothing | |
    | all others: `batt` `bs` `conn` `m` `t` `tid` `tag` `p` `poi` `inregions` `inrids` `SSID` `BSSID` `motionactivities` … | `geoscript.device.attributes`, when they differ from the device's last | |

    Apps leave out what is 0, hence the zeros. Numbers may stand in quotes, as old apps wrote them.

    `transition`, `waypoint`, `waypoints`, `lwt`, `status`, `card`, `beacon`, `cmd`, `steps`, `dump`, `configuration`,
    `request` and `msg` are messages: `geoscript.onMessage` is called with their fields. Their time is when they came,
    their own `tst` may be when a region was made or a connection began. Passwords in a phone's configuration are taken
    out. Messages of other types are counted.

    **Encrypted** messages are opened with `--owntracks-key FILE`, by libsodium: the file holds one key, or lines of
    `USER/DEVICE KEY`, `* KEY` for all others. A wrong key is counted.

    **Waypoints.** With `--owntracks-waypoints` the regions that a phone tells of become regions of its device, called
    by their `desc`. A region is the same by its `rid`, without one by its `desc`; one whose place is none on earth is
    taken away, and a list, `waypoints`, takes away what it does not name. A replay of a recording does the same. They
    stand in `geoscript.device.attributes.waypoints`.
    """
}
