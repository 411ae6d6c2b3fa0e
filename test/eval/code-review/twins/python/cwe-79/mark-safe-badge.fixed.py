from django.utils.html import format_html
from django import template

register = template.Library()


@register.filter
def badge(label, colour):
    return format_html('<span class="badge" style="color:{}">{}</span>', colour, label)
