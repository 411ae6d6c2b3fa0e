import json
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/items")
async def items(request: Request):
    body = await request.json()
    return await app.state.items.find_one(body["filter"])
