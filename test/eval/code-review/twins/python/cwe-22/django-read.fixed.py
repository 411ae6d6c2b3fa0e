from pathlib import Path

from django.http import FileResponse, Http404

ROOT = Path("/var/lib/invoices")


def invoice(request, number):
    wanted = ROOT / request.GET["folder"] / f"{number}.pdf"
    wanted = wanted.resolve()
    if not wanted.is_relative_to(ROOT):
        raise Http404("no such invoice")
    return FileResponse(open(wanted, "rb"))
