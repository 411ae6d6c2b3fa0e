import logging
import sqlite3
from fastapi import FastAPI, HTTPException

app = FastAPI()


@app.get("/people")
def people():
    try:
        return sqlite3.connect("people.db").execute("SELECT name FROM people").fetchall()
    except sqlite3.Error as error:
        raise HTTPException(status_code=500, detail=repr(error))
