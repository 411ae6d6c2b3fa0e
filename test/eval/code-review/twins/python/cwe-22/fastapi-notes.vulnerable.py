from fastapi import FastAPI, HTTPException

app = FastAPI()


class Notes:
    def __init__(self, folder):
        self.folder = folder

    def read(self, name):
        with open(f"{self.folder}/{name}.md") as note:
            return note.read()


notes = Notes("/data/notes")


@app.get("/notes/{name}")
async def show(name: str):
    return {"text": notes.read(name)}
