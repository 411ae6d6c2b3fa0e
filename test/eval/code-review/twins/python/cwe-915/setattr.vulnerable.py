from flask import Flask, request

app = Flask(__name__)
FIELDS = ("name", "email")


@app.put("/users/<int:id>")
def update(id):
    user = User.query.get(id)
    for field, value in request.json.items():
        setattr(user, field, value)
    db.session.commit()
    return "", 204
