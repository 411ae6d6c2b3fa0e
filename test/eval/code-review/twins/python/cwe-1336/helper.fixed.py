from jinja2 import Environment
from flask import request

environment = Environment(autoescape=True)


def fill(source, values):
    return environment.from_string(source).render(values)


def preview():
    return fill("<h1>{{ title }}</h1>", {"title": request.form["layout"]})
