#!/usr/bin/env python3
"""Servers that are no brokers for anybody.

  scripts/mqtt/refuse.py PORT [HOW]

HOW is one of
  subscriptions  lets everybody in and refuses every subscription; what it is without
  silence        accepts and says nothing
  words          greets as a server of mail does
  noise          sends bytes of chance as fast as they go
  pings          lets everybody in and sends for ever what is MQTT, but no answer
  hello          begins a handshake of TLS and sends a byte of it now and then
  parting        hangs up as soon as somebody has spoken
  crowd          accepts nobody after the first

MQTT 3.1.1: CONNACK, section 3.2; SUBACK with its code of failure, 0x80, section 3.9.3; PINGRESP, section 3.13.
TLS 1.3: RFC 8446, sections 4 and 5.1.
"""
import random
import socket
import sys
import threading
import time


def subscriptions(client):
    # Packets this short come whole on loopback.
    while packet := client.recv(1024):
        if packet[0] == 0x10:
            client.sendall(bytes([0x20, 2, 0, 0]))
        elif packet[0] == 0x82:
            client.sendall(bytes([0x90, 3]) + packet[2:4] + bytes([0x80]))


def silence(client):
    while client.recv(1024):
        pass


def words(client):
    client.sendall(b"220 mail.example ESMTP\r\n")
    silence(client)


def noise(client):
    dice = random.Random(1)
    while True:
        client.sendall(dice.randbytes(65536))


def pings(client):
    client.recv(1024)
    client.sendall(bytes([0x20, 2, 0, 0]))
    while True:
        client.sendall(bytes([0xD0, 0]) * 8192)


def hello(client):
    # A record of 16,384 bytes with a ServerHello of 16,380.
    client.sendall(bytes([22, 3, 3, 0x40, 0, 2, 0, 0x3F, 0xFC, 3, 3]))
    while True:
        time.sleep(0.05)
        client.sendall(b"\0")


def parting(client):
    client.recv(1)


def crowd(server):
    server.accept()[0].close()
    # Two stand in the queue, and the system lets nobody else through.
    port = server.getsockname()[1]
    server.listen(0)
    waiting = [socket.socket() for _ in range(2)]
    for one in waiting:
        one.setblocking(False)
        one.connect_ex(("127.0.0.1", port))
    time.sleep(3600)


def serve(how, client):
    with client:
        try:
            how(client)
        except OSError:
            pass


server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
how = globals()[sys.argv[2] if sys.argv[2:] else "subscriptions"]
if how is crowd:
    crowd(server)
while True:
    threading.Thread(target=serve, args=(how, server.accept()[0]), daemon=True).start()
