"""Pays for one tool call on each network with the official MCP client, and prints a line of JSON for each call."""

import asyncio
import json
import sys

from mcp import Client
from x402.schemas import PaymentRequired

from pay_by_x402 import client_for


async def main():
    request = json.loads(sys.stdin.read())
    async with Client(request["mcp"]) as mcp:
        tools = [tool.name for tool in (await mcp.list_tools()).tools]
        for network, asset in request["assets"]:
            result = await mcp.call_tool(request["tool"], request["arguments"])
            assert result.is_error, "a call without payment must be refused"
            terms = PaymentRequired.model_validate(result.structured_content)
            payment = await client_for(request["key"], network, asset).create_payment_payload(terms)
            result = await mcp.call_tool(
                request["tool"],
                request["arguments"],
                meta={"x402/payment": payment.model_dump(by_alias=True, exclude_none=True)},
            )
            line = {
                "network": network,
                "tools": len(tools),
                "isError": result.is_error,
                "answer": result.structured_content,
                "payment": (result.meta or {}).get("x402/payment-response"),
            }
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
