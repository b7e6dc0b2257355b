extension SourcesReference {
  /// What phones send, and how they are told where to.
  static let http = """
    ## HTTP

    `--from http://127.0.0.1:8080` is a server that phones and programs post to. It speaks the dialects of the apps that
    people have; which one it is shows in the path, and at `/` in the query, the content type or the body.

    | app | what to type into it | what comes of it |
    |---|---|---|
    | OwnTracks (iOS, Android), mode HTTP | URL `https://example.org/pub`, user and password; on Android also the device | location, transition, waypoint, lwt, card … as over MQTT; the device is `user/device` |
    | Traccar Client | server URL `https://example.org/` | a fix; battery, motion, activity and extras as attributes; the device is the identifier |
    | OsmAnd, online tracking | `https://example.org/osmand?id=jane&lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}&speedUnit=m/s` | a fix; unknown fields are attributes |
    | Overland | receiver endpoint `https://example.org/overland?device=jane`, or a device id; the token as access token | fixes; battery, motion and the rest as attributes |
    | Locative, Geofancy | `https://example.org/locative`, POST | a message with `type` `enter`, `exit` or `test`: its place is that of the geofence, so it is no fix |
    | anything that writes GeoJSON | POST a Feature or FeatureCollection of Points to `/geojson` | fixes; `timestamp` or `time`, `device_id` or `?device=` |
    | anything that writes our event log | POST lines to `/events` (`application/x-ndjson`, also packed with gzip) | the events |

    `time` is when a request arrived, `timestamp` what the phone says. Speeds are knots in OsmAnd's query, as Traccar
    reads it; `speedUnit=m/s` or `km/h` says otherwise, and OsmAnd itself sends metres a second. A time without a zone
    is UTC.

    **Answers.** 200 means taken. With `--record` or `--state` it is sent only after what came is written, for many
    requests together; without, when the run has it. With `--record`, `--reorder-window S` and no `--state` that is when
    its events have left the window, up to S seconds later: give phones and proxies a longer patience.

    OwnTracks gets `[]`, or what the script has sent its device with
    `geoscript.owntracks.publish` since; Overland `{"result":"ok"}`; `/geojson` and `/events` how many were accepted and
    skipped, and the first reasons. What cannot be used is answered 400 with the reason, and counted; OwnTracks and
    Overland, which would send it for ever, are answered as if it could, and it is counted all the same. 503 with
    `Retry-After` means that the run is behind or ending: send it again. `GET /health` tells how it is.

    **Who may send.** On `127.0.0.1`, `[::1]` and `localhost` every program of this machine, and no page in its
    browser: requests with `Origin` or for another `Host` are refused, and what a proxy hands on (`X-Forwarded-For`,
    `Forwarded`, `X-Real-IP`, `Via` …), since that is of anybody. Any other address needs one of these, and so does a
    proxy in front: not every one says that it is there. Every request is then asked for it:

    - `--http-token FILE` (or `$GEOSCRIPT_HTTP_TOKEN`): at least 16 characters, such as those of `openssl rand -hex 16`;
      sent as `Authorization: Bearer …`, as `?token=…`, or as the password of Basic authorization.
    - `--http-users FILE`: lines `name:hash`. `geoscript http-user jane >> users` makes one; those of `htpasswd -nB` and
      `openssl passwd -6` do too. Who has logged in is `user` in OwnTracks' `user/device`, whatever the request says.

    After ten wrong passwords for a name an address gets one more try in ten seconds for it, and few more by making
    names up. Who has logged in since the run began is let in meanwhile, and so is who has the token: that is always
    compared, and its length keeps it from being guessed. Other wrong tokens are told to wait.

    **Limits**, in the address: `?max-body=16M&max-unpacked=64M&connections=1000&rate=50&idle=75`. `rate` is requests a
    second of one client, with ten seconds' worth saved up: 50 for clients elsewhere, none for those of this machine
    unless it is given. A header may have 16 KiB and 64 fields, and 10 s to come on a new connection; the rest of a
    request 60 s; the next request of a connection `idle` seconds. Who is slower is cut off.

    **TLS.** Geoscript speaks none, nor HTTP/2: put caddy or nginx in front, listen on `127.0.0.1` and ask for a token
    or users.
    With `?proxy=true` the proxy's `X-Forwarded-For` says who a client is.

    ```
    # Caddyfile: certificates come by themselves
    example.org {
      reverse_proxy 127.0.0.1:8080
    }

    # nginx
    server {
      listen 443 ssl;
      server_name example.org;
      ssl_certificate /etc/letsencrypt/live/example.org/fullchain.pem;
      ssl_certificate_key /etc/letsencrypt/live/example.org/privkey.pem;
      client_max_body_size 16m;
      location / {
        proxy_pass http://127.0.0.1:8080;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header X-Forwarded-For $remote_addr;
      }
    }
    ```

    ```
    geoscript http-user jane >> users
    geoscript run examples/phones.lua --from 'http://127.0.0.1:8080?proxy=true' --http-users users --state phones
    ```

    Then in OwnTracks: Settings → Connection → mode HTTP, URL `https://example.org/pub`, authentication on, user `jane`
    and her password, device `phone`. The device of the script is `jane/phone`.
    """
}
