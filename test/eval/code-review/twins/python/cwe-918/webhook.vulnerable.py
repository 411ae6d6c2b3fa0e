import httpx
from fastapi import FastAPI

app = FastAPI()
TARGETS = {"chat": "https://chat.example/hook"}


@app.post("/hooks/test")
async def test_hook(target: str):
    async with httpx.AsyncClient() as client:
        reply = await client.post(target, json={"test": True})
    return {"status": reply.status_code}
