extension SourcesReference {
  static let simulation = """
    ## Simulations

    `sim:` makes fixes of devices that are not there. They are replayed like a file, as fast as the script runs or at
    `--speed`, and may be given beside files. The same words and `--seed` give the same fixes.

    | address | the device |
    |---|---|
    | `sim:FILE` | goes along the lines of a GPX, GeoJSON, KML or WKT, joined in their order; where there is none around its area, else from point to point |
    | `sim:walk?from=LAT,LON&to=LAT,LON` | goes there, by the `via=LAT,LON` in their order |
    | `sim:walk?at=LAT,LON&radius=500` | wanders from one random place of the circle to the next; `sim:random` is the same |
    | `sim:drive?…` | the same as `sim:walk`, at another speed |
    | `sim:still?at=LAT,LON` | stands; GPS errs by 5 m all the same, unless `jitter=0` |

    Ways are geodesics on WGS 84; a fix has the true speed and course. A file called `walk` is `sim:./walk`.

    | parameter | is | without it |
    |---|---|---|
    | `speed` | `13.9`, `50km/h`, `30mph`, `10kn` | 1.4 m/s; 50 km/h for `sim:drive` and files |
    | `interval` | time between two fixes: `5`, `1min` | 1 s |
    | `laps` | how often the line is gone, or `forever`; one that does not end where it begins is gone back in between | 1 |
    | `stops`, `pause` | so many stops at even distances, each so long; `pause` alone: between two random places | none; 60 s |
    | `radius` | within which devices wander or stand | 500 m; standing 0, several 100 m |
    | `duration` | how long: `90s`, `8h`, `2d` | until the line is gone; else needed, or `--end`, or `--speed` |
    | `start` | when it begins: ISO 8601 or seconds since 1970 | now at a `--speed`; else `--start`, else 2026-01-05T08:00:00Z |
    | `accuracy` | `horizontalAccuracy` of its fixes | 5 m |
    | `device` | its name | `walk`, the file's name, … |
    | `devices` | how many: `van-1`, `van-2` … each further on along the line, or with a way of its own; they take turns within the interval | 1 |
    | `jitter`, `dropout`, `reorder`, `duplicate`, `outliers` | as below, for this source only | what the options say |

    ```sh
    geoscript run fleet.lua --from 'sim:route.gpx?speed=50km/h&laps=forever&devices=20' --speed 1
    geoscript run home.lua --from 'sim:walk?from=45.4526,14.0182&to=45.4710,14.0002&stops=2'
    ```
    """

  static let distortion = """
    ## Bad data on purpose

    These options make the fixes of any source worse, so that a script meets bad data before it meets the world. What
    happens to a device depends on `--seed` and its name alone: not on other devices, on `--jobs`, nor on which other of
    these options are given. The summary tells what was done.

    | option | does |
    |---|---|
    | `--jitter 8m` | moves fixes by an error of which 68 % lie within 8 m, as phones state theirs. Errors wander: after 60 s (`8m,90s` for another time) one has forgotten most of itself. `horizontalAccuracy` becomes the root of the squares of both; speed and course stay, which receivers measure apart from places |
    | `--dropout 5%` | leaves out fixes 5 % of the time, in gaps of 20 s in the mean (`5%,1min` for another). Nobody is told of a gap, unless it says `5%,1min,told`: then the device has lost its signal |
    | `--reorder 2s` | lets each fix arrive late by a time of its own, 2 s in the mean and at most ten times that, so that some overtake others; `timestamp` stays. See `--reorder-window` |
    | `--duplicate 1%` | delivers 1 % of the fixes twice |
    | `--outliers 1%` | puts 1 % of the fixes elsewhere, 500 m away in the mean (`1%,2km` for another), with an accuracy that does not admit it |

    Errors are a Gauss-Markov process of first order on both axes; that its time is about a minute is what D. L. Wilson
    measured with receivers at rest. Gaps are Gilbert's model in continuous time; delays, distances of outliers, and the
    times of gaps and between them are exponentially distributed. Live sources take all but `--reorder`.

    ```sh
    geoscript run home.lua --from today.ndjson.gz --jitter 8m --dropout 5% --duplicate 1% --seed 7
    ```
    """
}
