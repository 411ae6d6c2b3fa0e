from fastapi import FastAPI, Depends
from sqlalchemy import text
from sqlalchemy.orm import Session

from .database import session

app = FastAPI()
COLUMNS = {"name": "name", "price": "price"}


@app.get("/products")
def products(order: str = "name", db: Session = Depends(session)):
    statement = "SELECT * FROM products ORDER BY " + COLUMNS.get(order, "name")
    return [dict(row) for row in db.execute(text(statement)).mappings()]
