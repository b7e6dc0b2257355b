import Foundation
import Glibc
import Testing

/// A server on this machine that does what the path asks of it, well or not: `/WORD/z/x/y.png` of a tile, `/WORD/name?…`
/// of a file `name.json` that it was given.
package final class LoopbackServer {
  private let command: Command
  private let running: Running
  package let port: Int

  /// - Parameter files: what it has, by name.
  package init(_ files: [String: String] = [:]) throws {
    command = try Command(files.merging(["server.py": LoopbackServer.program]) { $1 })
    running = try command.start(["server.py"], program: "python3")
    guard running.waitFor("\n", in: "port"),
      let line = command.read("port").split(separator: "\n").first, let port = Int(line)
    else { throw POSIXError(.ECONNREFUSED) }
    self.port = port
  }

  deinit { stop() }

  package func stop() {
    kill(-running.process, SIGKILL)
    waitpid(running.process, nil, 0)
  }

  /// The template of tiles of one kind.
  package func template(_ kind: String) -> String { "http://127.0.0.1:\(port)/\(kind)/{z}/{x}/{y}.png" }

  /// The address of a server of one kind.
  package func address(_ kind: String) -> String { "http://127.0.0.1:\(port)/\(kind)" }

  /// What was asked for: the path, and after it the headers that matter.
  package var requests: [String] { command.read("log").split(separator: "\n").map(String.init) }

  /// The paths alone.
  package var paths: [String] { requests.compactMap { $0.split(separator: " ").first }.map(String.init) }

  /// When each came, in seconds.
  package var times: [Double] { command.read("times").split(separator: "\n").compactMap { Double($0) } }

  private static let program = #"""
    import http.server, struct, threading, time, zlib
    lock, log, times, seen, running = threading.Lock(), open("log", "a"), open("times", "a"), {}, 0

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    PNG = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 8, 2, 0, 0, 0))
           + chunk(b"IDAT", zlib.compress((b"\0" + b"\x20\x80\xc0" * 256) * 256)) + chunk(b"IEND", b""))

    def page(path):
        name = path.split("?")[0].split("/")[-1]
        if name.endswith(".png"):
            return PNG, "image/png"
        with open(name + ".json", "rb") as file:
            return file.read(), "application/json; charset=utf-8"

    class Pages(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def give(self, status, body=b"", **headers):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            global running
            kind = self.path.split("/")[1]
            with lock:
                seen[self.path] = seen.get(self.path, 0) + 1
                count = seen[self.path]
                running += 1
                told = self.headers.get("If-None-Match") or self.headers.get("If-Modified-Since") or "-"
                log.write("%s %s %s %d\n" % (self.path, told, self.headers.get("User-Agent"), running))
                times.write("%f\n" % time.monotonic())
                log.flush()
                times.flush()
            try:
                self.answer(kind, count)
            finally:
                with lock:
                    running -= 1

        def answer(self, kind, count):
            body, type = page(self.path)
            if kind == "good": self.give(200, body, Content_Type=type)
            elif kind == "brief":
                time.sleep(0.02)
                self.give(200, body, Content_Type=type, Cache_Control="max-age=0", ETag='"a"')
                return
            elif kind == "checked":
                if self.headers.get("If-None-Match") == '"a"': self.give(304, ETag='"a"')
                else: self.give(200, body, Cache_Control="no-cache", ETag='"a"')
            elif kind == "slow":
                time.sleep(60)
                self.give(200, body)
            elif kind == "late":
                time.sleep(0.3)
                self.give(200, body, Content_Type=type)
            elif kind == "garbage": self.wfile.write(bytes(range(256)) * 20)
            elif kind == "html": self.give(200, b"<html>log in</html>", Content_Type="text/html")
            elif kind == "large": self.give(200, body + b"\0" * (10 << 20), Content_Type=type)
            elif kind == "deep": self.give(200, b"[" * 100000 + b"]" * 100000, Content_Type=type)
            elif kind == "endless":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                while True: self.wfile.write(b"1000\r\n" + b"x" * 4096 + b"\r\n")
            elif kind == "cut":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body[:-30])
                self.close_connection = True
            elif kind == "short": self.give(200, body[:-30], Content_Type=type)
            elif kind == "busy":
                if count == 1: self.give(429, Retry_After="1")
                else: self.give(200, body)
            elif kind == "later": self.give(429, Retry_After="3600")
            elif kind == "weak":
                if count < 3: self.give(503)
                else: self.give(200, body)
            elif kind == "broken": self.give(503, body)
            elif kind == "moved": self.give(302, Location=self.path.replace("moved", "good"))
            elif kind == "circle": self.give(302, Location=self.path)
            elif kind == "file": self.give(302, Location="file:///etc/passwd")
            elif kind == "nothing": self.give(204)
            elif kind == "wrong": self.give(400, body, Content_Type=type)
            elif kind == "locked": self.give(401, b"who are you, " + self.path.encode())
            else: self.give(404, b"no such page")
            self.close_connection = True

        def log_message(self, *_): pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, *_): pass

    server = Server(("127.0.0.1", 0), Pages)
    with open("port", "w") as file: file.write("%d\n" % server.server_address[1])
    server.serve_forever()
    """#
}
