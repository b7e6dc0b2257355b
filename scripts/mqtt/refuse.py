#!/usr/bin/env python3
"""A broker that lets everybody in and refuses every subscription.

  scripts/mqtt/refuse.py PORT

MQTT 3.1.1: CONNACK, section 3.2; SUBACK with its code of failure, 0x80, section 3.9.3.
"""
import socket
import sys

server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    client, _ = server.accept()
    with client:
        try:
            # Packets this short come whole on loopback.
            while packet := client.recv(1024):
                if packet[0] == 0x10:
                    client.sendall(bytes([0x20, 2, 0, 0]))
                elif packet[0] == 0x82:
                    client.sendall(bytes([0x90, 3]) + packet[2:4] + bytes([0x80]))
        except OSError:
            pass
