import time
from fastapi import FastAPI

app = FastAPI()


@app.get("/wait/{seconds}")
def wait(seconds: str):
    time.sleep(seconds)
    return {"waited": seconds}
