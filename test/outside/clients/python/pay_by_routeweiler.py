"""Pays on each network by the router Routeweiler. Reads the input of all clients, and prints a line of JSON for each call."""

import asyncio
import json
import sys

from eth_account import Account
from routeweiler import Funding, Routeweiler

fundings = {"eip155:8453": Funding.base_usdc, "eip155:84532": Funding.base_sepolia_usdc}


async def main() -> None:
    given = json.load(sys.stdin)
    wallet = Account.from_key(given["key"])
    for network in given["networks"]:
        async with Routeweiler(funding=[fundings[network](wallet=wallet)]) as client:
            response = await client.get(given["url"], headers={"Payment-Network": network})
            called = {"network": network, "status": response.status_code, "answer": response.json(), "link": response.headers.get("link")}
            print(json.dumps(called), flush=True)


asyncio.run(main())
