"""Serves hostile-facilitator in a mode. Prints its port, and when its input ends, how many different payments it was asked to settle."""

import sys

from hostile_facilitator.adapter import HostileServer

with HostileServer(mode=sys.argv[1], client_timeout_s=float(sys.argv[2])) as server:
    print(server.port, flush=True)
    sys.stdin.read()
    print(server.distinct_payments, flush=True)
