#!/usr/bin/env python3
"""Publishes numbered messages and does not rest until the broker has each: a phone that never forgets.

  scripts/mqtt/publish.py PORT TOPIC QOS FIRST COUNT [--each SECONDS]

Message N is {"_type":"transition","event":"enter","n":N,"tst":…}. What a broker has not acknowledged is sent again to the
next that listens at the port. Prints how many were acknowledged, which is COUNT.

MQTT 3.1.1, quality 1 and 2: sections 4.3.2 and 4.3.3.
"""
import socket
import struct
import sys
import time


def packet(kind, body):
    length, size = len(body), b""
    while True:
        length, digit = divmod(length, 128)
        size += bytes([digit | (128 if length else 0)])
        if not length:
            return bytes([kind]) + size + body


def text(word):
    return struct.pack(">H", len(word)) + word.encode()


class Phone:
    def __init__(self, port):
        self.port, self.socket = port, None

    def connect(self):
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", self.port), 5)
                # A clean session off, 60 s.
                self.socket.sendall(packet(0x10, text("MQTT") + b"\x04\x00\x00\x3c" + text("publisher%d" % self.port)))
                if self.read()[0] == 0x20:
                    return
            except OSError:
                time.sleep(0.02)

    def read(self):
        def take(count):
            data = b""
            while len(data) < count:
                more = self.socket.recv(count - len(data))
                if not more:
                    raise OSError("the broker has gone")
                data += more
            return data
        kind, length, shift = take(1)[0], 0, 0
        while True:
            digit = take(1)[0]
            length |= (digit & 127) << shift
            shift += 7
            if digit < 128:
                return kind, take(length)

    def wait(self, kind, number):
        while True:
            got, body = self.read()
            if got == kind and struct.unpack(">H", body[:2])[0] == number:
                return

    def publish(self, topic, qos, number, body):
        again, is_received = 0, False
        while True:
            try:
                if not is_received:
                    self.socket.sendall(packet(0x30 | qos << 1 | again, text(topic) + struct.pack(">H", number) + body))
                    if qos == 1:
                        return self.wait(0x40, number)
                    self.wait(0x50, number)
                    is_received = True
                self.socket.sendall(packet(0x62, struct.pack(">H", number)))
                return self.wait(0x70, number)
            except OSError:
                again = 8
                self.connect()


def main():
    port, topic, qos, first, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5])
    each = float(sys.argv[7]) if sys.argv[6:7] == ["--each"] else 0
    phone = Phone(port)
    phone.connect()
    for n in range(first, first + count):
        body = '{"_type":"transition","event":"enter","n":%d,"tst":%d}' % (n, int(time.time()))
        phone.publish(topic, qos, n % 65535 + 1, body.encode())
        time.sleep(each)
    print(count)


main()
