extension SourcesReference {
  /// What holds for every live source.
  static let live = """
    ## What holds for live sources

    **Two times.** `time` is when the host got an event, and drives the device's clock, which never goes back. `timestamp`
    is when it was measured: a location's `timestamp`, its age and its order come from it. A fix that a phone kept for
    ten minutes has both, ten minutes apart. A fix more than 15 minutes late still updates managers and regions, but
    raises no alert unless that says `late = true`.

    **Order.** Live events are handled as they come; `--reorder-window S` holds those of a device for S seconds and
    puts them in order of `timestamp`. What comes later than that changes no state and is counted as late; the same
    event twice counts once. A `timestamp` more than 60 s ahead of its arrival is refused and counted. Three fixes in a
    row, in order among themselves but older than what was known, begin the device's time anew, which is told once.

    **Two phones of one name** are one device: all fixes count, in the order of their `timestamp`s, so the device seems to
    jump to and fro, and enters and exits follow. That is told once. Give each phone a name of its own; a manager's
    `maximumSpeed` keeps the jumps out until then. If one phone's clock is behind, its fixes come late and do nothing,
    or begin the device's time anew, again and again.

    **Overload.** Every fix goes through the regions when it comes, so that no crossing is missed. A script that is
    behind by more than a second is told of the newest location and heading only, of what came together; visits,
    significant changes and `requestLocation` lose nothing. The summary says how many updates that were. A source that
    can wait is made to: a socket is not read, a request is not answered. Memory stays as it is.

    **Messages.** What a fix has no room for, such as a battery, is in `geoscript.device.attributes`. Messages of the
    protocol, such as a transition, are heard by `geoscript.onMessage(function(message) … end)`, with `message.form`,
    `message.type` and the message's own fields. They wake no app that is suspended. `geoscript.owntracks.publish`
    sends one back; under replay it is only a line of `--json`.

    **State.** `--state DIR` keeps regions, their states, timers, attributes and the store; the next run goes on there,
    with the clocks where they stood, so that timers which fell due in between fire first. A checkpoint is made whenever
    somebody waits for an answer, and else when nothing comes, at most a twentieth of the time, or after `--checkpoint`.

    **Silence.** `--stale-after S`: a device that has told nothing for S seconds gets an error event
    (`kCLErrorLocationUnknown`), once, until it is heard again. A source that is lost is looked for again with growing
    pauses, from 1 s on; the loss and the return are told once each.

    **Recording.** `--record log.ndjson` (or `.gz`) writes every event in the order in which it was handled, and each
    timer that fired. `geoscript run SCRIPT --from log.ndjson` gives the same output again, byte for byte.
    `geoscript replay-info log.ndjson` says what is in it.

    **The end.** Ctrl-C and SIGTERM end a run in order: sources are closed, what has come is handled and answered, what
    waits in windows goes out, clocks go to the wall's time, `onFinish` is called, alerts are sent, the state is kept, the
    recording is closed. The exit code is 130 or 143. Where thousands of events have come that are not handled yet, it
    says so; a second signal ends at once, without them. A run in the background is ended with SIGTERM (`kill PID`), which
    does the same; `kill -9` does none of it, and the table below says what that loses.

    As a service of systemd, `/etc/systemd/system/geoscript.service`, begun by `systemctl enable --now geoscript`:

    ```ini
    [Unit]
    Description=Geofences of the family
    Wants=network-online.target
    After=network-online.target

    [Service]
    ExecStart=/usr/local/bin/geoscript run home.lua --from http://127.0.0.1:8080 --state home.state
    WorkingDirectory=/srv/geoscript
    User=geoscript
    Restart=on-failure
    # A stop is SIGTERM, and 143 how the run ends then.
    SuccessExitStatus=143
    TimeoutStopSec=30

    [Install]
    WantedBy=multi-user.target
    ```
    """

  /// What can be lost, and when.
  static let loss = """
    ## What can be lost

    | what | when the run is killed (`kill -9`) |
    |---|---|
    | an HTTP request | nothing that was answered 2xx: with `--record` or `--state` the answer is sent after it is written; who got no answer sends it again |
    | MQTT, QoS 1 and 2 | what the broker had been told was received, but was not yet written: since the last checkpoint (`--checkpoint`, 1 s) |
    | MQTT, QoS 0; UDP; TCP; serial lines; gpsd | what came since the last checkpoint, and what is sent while nobody listens |
    | files, with `--state` | nothing: they are read again from the last checkpoint |
    | alerts, with `--state` | nothing; one may come twice, with the same `id` |

    A broker that is ended in order and keeps what it has (mosquitto's `persistence true`) loses nothing of QoS 1 and 2
    either. One that is killed loses what it had acknowledged and neither sent nor written: with mosquitto's
    `autosave_on_changes true` and `autosave_interval 1` that is a message a kill at the most, else half an hour.

        These promises hold when a process is killed, not when the power fails. Without `--state` and `--record` nothing is
    kept: an answer or acknowledgement then means that the script has handled the event.
    """
}
