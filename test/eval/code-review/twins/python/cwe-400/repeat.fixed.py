import time
from fastapi import FastAPI

app = FastAPI()


@app.get("/wait/{seconds}")
def wait(seconds: str):
    time.sleep(min(float(seconds), 2.0))
    return {"waited": seconds}
