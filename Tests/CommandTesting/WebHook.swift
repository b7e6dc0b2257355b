import Foundation
import Glibc
import Testing

/// A local web server that takes alerts and gives prescribed answers.
///
/// The words it is started with are its answers in turn, the last one for all that follow: a status, with what its
/// `Retry-After` or `Location` says behind a `/`; `hang` (nothing comes), `reset` (the connection breaks),
/// `garbage` (no HTTP comes back), `endless` (200 with a body that does not end), `cut` (200 with less than it says). `N=WORD` is the answer to the alert
/// whose `count` is N, each time.
package final class WebHook {
  package struct Request: Decodable {
    package var path: String
    package var method: String
    package var headers: [String: String]
    package var body: String
    package var answer: String

    package var key: String? { headers["idempotency-key"] }
    /// The device and the `count` that the script gave.
    package var alert: String? {
      guard let object = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any],
        let device = object["device"], let count = object["count"]
      else { return nil }
      return "\(device) \(count)"
    }
  }

  private let command: Command
  private let running: Running
  package let port: Int

  /// - Parameters:
  ///   - port: Where it listens; 0 for a free one.
  ///   - certificate: A PEM file with certificate and key, for https.
  package init(_ answers: String, port: Int = 0, certificate: String = "-") throws {
    command = try Command(["hook.py": WebHook.server])
    running = try command.start(
      ["hook.py", "\(port)", certificate] + answers.split(separator: " ").map(String.init), program: "python3"
    )
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

  package var address: String { "http://127.0.0.1:\(port)/hook" }

  /// What came so far, in order.
  package var requests: [Request] {
    command.read("log").split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Request.self, from: Data($0.utf8))
    }
  }

  /// The accepted alerts, in order, without repetitions.
  package var taken: [String] {
    var seen: Set<String> = []
    return requests.filter { $0.answer.hasPrefix("2") }.compactMap(\.alert).filter {
      seen.insert($0).inserted
    }
  }

  /// A port without a listener.
  package static func freePort() throws -> Int {
    let hook = try WebHook("200")
    hook.stop()
    return hook.port
  }

  private static let server = #"""
    import http.server, json, os, socket, ssl, struct, sys, threading, time
    from email.utils import formatdate

    port, certificate = int(sys.argv[1]), sys.argv[2]
    special = dict(w.split("=") for w in sys.argv[3:] if "=" in w)
    answers = [w for w in sys.argv[3:] if "=" not in w]
    lock, log, count = threading.Lock(), open("log", "a"), 0

    class Hook(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1
        disable_nagle_algorithm = True

        # The alert's `count`; other bodies have none.
        def number(self, body):
            try: return str(json.loads(body).get("count"))
            except (ValueError, AttributeError): return None

        def do_PUT(self): self.do_POST()

        def do_POST(self):
            global count
            body = self.rfile.read(int(self.headers["Content-Length"])).decode("utf-8", "backslashreplace")
            with lock:
                answer = special.get(self.number(body)) or answers[min(count, len(answers) - 1)]
                count += 1
                headers = {name.lower(): value for name, value in self.headers.items()}
                log.write(json.dumps({"path": self.path, "method": self.command, "headers": headers, "body": body, "answer": answer}) + "\n")
                log.flush()
            if answer == "hang":
                time.sleep(600)
            elif answer == "reset":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                os.close(self.connection.detach())
                self.close_connection = True
            elif answer == "garbage":
                self.wfile.write(bytes(range(256)) * 20)
                self.close_connection = True
            elif answer == "cut":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok")
                self.close_connection = True
            elif answer == "endless":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                while True:
                    self.wfile.write(b"1000\r\n" + b"x" * 4096 + b"\r\n")
            else:
                status, _, more = answer.partition("/")
                text = ("\n  no\033[31m such thing\nsecond line; you said " + self.headers.get("Authorization", "")).encode()
                if status == "403":
                    text = ("you said " + self.headers.get("Authorization", "")).encode()
                if status == "422":
                    text = ("no route " + self.path).encode()
                self.send_response(int(status))
                if more:
                    name = "Location" if status[0] == "3" else "Retry-After"
                    self.send_header(name, formatdate(time.time() + 2, usegmt=True) if more == "date" else more)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

        def log_message(self, *_): pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, *_): pass

    server = Server(("127.0.0.1", port), Hook)
    if certificate != "-":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    with open("port", "w") as file: file.write("%d\n" % server.server_address[1])
    server.serve_forever()
    """#
}
