from django.utils.safestring import mark_safe
from django import template

register = template.Library()


@register.filter
def badge(label, colour):
    return mark_safe('<span class="badge" style="color:%s">%s</span>' % (colour, label))
