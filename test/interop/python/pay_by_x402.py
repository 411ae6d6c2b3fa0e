"""Pays for one call on each network with the official x402 client, and prints a line of JSON for each call."""

import asyncio
import json
import sys

from eth_account import Account
from x402 import x402Client
from x402.http.clients import x402HttpxClient
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client


def client_for(key, network, asset):
    """The client knows the USDC of some networks only. The others are allowed as its documentation says."""
    client = x402Client(lambda _version, accepts: next(one for one in accepts if one.network == network))
    register_exact_evm_client(client, EthAccountSigner(Account.from_key(key)))
    client.set_spend_controls({"allowed_assets": [{"network": network, "asset": asset, "max_amount_per_payment": "1000000"}]})
    return client


async def main():
    request = json.loads(sys.stdin.read())
    for network, asset in request["assets"]:
        async with x402HttpxClient(client_for(request["key"], network, asset), timeout=120) as http:
            response = await http.get(request["url"])
            line = {"network": network, "status": response.status_code, "answer": response.json(), "link": response.headers.get("link")}
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
