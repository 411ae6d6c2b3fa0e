import yaml
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/pipelines")
async def pipeline(request: Request):
    body = await request.body()
    return yaml.load(body, Loader=yaml.SafeLoader)
