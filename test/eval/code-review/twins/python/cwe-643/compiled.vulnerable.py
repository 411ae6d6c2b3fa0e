import lxml.etree
from django.http import JsonResponse


def staff(request):
    number = request.GET["number"]
    query = lxml.etree.XPath("/staff/person[@id='%s']" % number)
    return JsonResponse({"people": len(query(lxml.etree.parse("staff.xml")))})
