"""What the checks with workers of a stream share: a web hook."""
import http.server
import json
import threading

from nats_parts import check, until


class Hook(http.server.ThreadingHTTPServer):
    """A web hook that remembers the ids of alerts, by the path that they came to."""
    daemon_threads = True

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            try:
                self.server.ids.setdefault(self.path, []).append(json.loads(body)["id"])
            except ValueError:
                return  # its sender was killed
            self.send_response(204)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Hook.Handler)
        self.ids = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        pass

    def words(self, path):
        return "--alerts", "http://127.0.0.1:%d%s" % (self.server_port, path)

    def has(self, path, count, worker):
        """Waits for alerts while a worker sends them: the rest would wait for its next run."""
        check("the web hook gets all", until(60, lambda: len(set(self.ids.get(path, []))) >= count), path,
              len(set(self.ids.get(path, []))), count, worker.told()[-2000:])

    def compare(self, path, found, most):
        """Checks that every alert of the files has come, each device's in order, and at most so many twice."""
        order = {alert["id"]: alert["device"] for alert in map(json.loads, b"".join(found.values()).splitlines())}
        ids = self.ids.get(path, [])
        told = list(dict.fromkeys(ids))
        check("the web hook has all", set(told) == set(order), path, "%d missing, %d unknown" % (
            len(set(order) - set(told)), len(set(told) - set(order))))
        check("each device's in order", all(
            [i for i in told if order.get(i) == device] == [i for i in order if order[i] == device]
            for device in set(order.values())), path)
        check("and few twice", len(ids) - len(told) <= most, path, len(ids) - len(told), most)
        return len(ids) - len(told)
