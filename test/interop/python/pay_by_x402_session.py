"""The same with the wrapper that the x402 client has for sessions of MCP: it pays by itself."""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from x402.mcp import x402MCPSession

from pay_by_x402 import client_for


async def main():
    request = json.loads(sys.stdin.read())
    async with streamable_http_client(request["mcp"]) as (reading, writing, *_), ClientSession(reading, writing) as session:
        await session.initialize()
        tools = [tool.name for tool in (await session.list_tools()).tools]
        for network, asset in request["assets"]:
            paying = x402MCPSession(session, client_for(request["key"], network, asset))
            result = await paying.call_tool(request["tool"], request["arguments"])
            line = {
                "network": network,
                "tools": len(tools),
                "isError": result.is_error,
                "answer": result.raw_result.structuredContent,
                "payment": result.payment_response.model_dump(by_alias=True) if result.payment_response else None,
            }
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
