from fastapi import FastAPI

app = FastAPI(title="Prices", debug=True)


@app.get("/prices")
def prices():
    return {"EUR": "1.08"}
