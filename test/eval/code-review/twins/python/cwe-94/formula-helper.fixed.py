from fastapi import FastAPI

app = FastAPI()


def evaluate(formula, row):
    return row.get(formula)


@app.post("/columns")
def column(formula: str, rows: list[dict]):
    return [evaluate(formula, row) for row in rows]
