from pathlib import Path

from django.http import FileResponse, Http404

ROOT = Path("/var/lib/invoices")


def invoice(request, number):
    wanted = ROOT / request.GET["folder"] / f"{number}.pdf"
    return FileResponse(open(wanted, "rb"))
