from fastapi import FastAPI
from fastapi.responses import RedirectResponse

app = FastAPI()
PARTNERS = {"bank": "https://bank.example", "post": "https://post.example"}


@app.get("/out")
def out(partner: str):
    return RedirectResponse(PARTNERS.get(partner, "/"))
