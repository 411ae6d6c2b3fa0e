import json
import logging
from fastapi import FastAPI, Request

logger = logging.getLogger(__name__)
app = FastAPI()


@app.post("/hooks")
async def hook(request: Request):
    body = await request.json()
    logger.info("hook " + body["event"])
    return {"ok": True}
