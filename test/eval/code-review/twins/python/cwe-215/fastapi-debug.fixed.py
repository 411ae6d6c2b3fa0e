from fastapi import FastAPI

app = FastAPI(title="Prices", debug=False)


@app.get("/prices")
def prices():
    return {"EUR": "1.08"}
