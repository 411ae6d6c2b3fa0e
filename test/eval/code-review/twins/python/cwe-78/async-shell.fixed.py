import asyncio
from aiohttp import web

routes = web.RouteTableDef()


@routes.get("/whois/{domain}")
async def whois(request):
    domain = request.match_info["domain"]
    process = await asyncio.create_subprocess_exec("whois", "--", domain, stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    return web.Response(text=output.decode())
