"""A seller by the official MPP package for Python, for one token. It prints its port, and then a line for each payment that it settled."""

import asyncio
import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from mpp.methods.evm import EvmAsset
from mpp.methods.evm import server as evm
from mpp.server import Mpp, Request, Response

network, address, name, version = json.loads(sys.argv[1])


async def settle(_authorization) -> str:
    print("settled", flush=True)
    return "0x" + "ab" * 32


token = EvmAsset(address, 6, int(network.split(":")[1]), name, version)
method = evm.charge(currency=token, recipient="0x" + "aa" * 20, settle=settle)
seller = Mpp(methods=method, realm="127.0.0.1", secret_key="x" * 32)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        asyncio.run(self.answer())

    async def answer(self) -> None:
        url = f"http://127.0.0.1:{self.server.server_port}{self.path}"
        result = await seller.charge(amount="0.01")(Request("GET", url, list(self.headers.items())))
        answered = result.challenge if result.status != 200 else result.with_receipt(Response.json({"tide": "high"}))
        self.send_response(answered.status)
        body = answered.body if isinstance(answered.body, bytes) else (answered.body or "").encode()
        for header, value in answered.headers.multi_items():
            if header.lower() != "content-length":
                self.send_header(header, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_) -> None:
        pass


with HTTPServer(("127.0.0.1", 0), Handler) as server:
    print(server.server_port, flush=True)
    server.serve_forever()
