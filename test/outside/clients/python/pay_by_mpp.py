"""Pays on each network by the official MPP client for Python. Reads the input of all clients, and prints a line of JSON for each call."""

import asyncio
import json
import sys

from eth_account import Account
from mpp.methods.evm import EvmAsset

try:  # from 0.16
    from mpp.client import Mpp
    from mpp.methods.evm import client as evm

    async def get(method, url, headers):
        async with Mpp(methods=[method]) as mpp:
            return await mpp.fetch(url, headers=headers)

    pay = evm.charge
except ImportError:
    from mpp.client import Client
    from mpp.methods.evm import evm as pay

    async def get(method, url, headers):
        async with Client(methods=[method]) as client:
            return await client.get(url, headers=headers)


async def main() -> None:
    given = json.load(sys.stdin)
    account = Account.from_key(given["key"])
    for network, address, name, version in given["tokens"]:
        asset = EvmAsset(address, 6, int(network.split(":")[1]), name, version)
        response = await get(pay(currency=asset, account=account), given["url"], {"Payment-Network": network})
        called = {"network": network, "status": response.status_code, "answer": response.json(), "link": response.headers.get("link")}
        print(json.dumps(called), flush=True)


asyncio.run(main())
