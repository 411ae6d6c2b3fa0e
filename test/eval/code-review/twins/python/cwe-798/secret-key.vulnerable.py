from flask import Flask

app = Flask(__name__)
app.config["SECRET_KEY"] = "a-very-s3cret-value-91"
