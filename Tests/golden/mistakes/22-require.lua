local http = require("socket.http")
