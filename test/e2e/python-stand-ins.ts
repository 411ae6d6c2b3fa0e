/**
 * Runs Python examples in one process and prints the output of each as a line of JSON. Its first argument says whether
 * their packages are installed; if not, stand-ins made of the standard library send the same requests and return the 402,
 * whose terms a real client would sign.
 */
export const pythonStandIns = `
import contextlib, io, json, runpy, sys, types, urllib.request, urllib.error

class Answer:
    def __init__(self, status, headers, body):
        self.status_code, self.headers, self.body = status, headers, body
    def json(self):
        return json.loads(self.body)

def ask(method, url, **options):
    data = json.dumps(options["json"]).encode() if options.get("json") is not None else None
    headers = {"Content-Type": "application/json"} if data else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)) as answer:
            return Answer(answer.status, answer.headers, answer.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.headers, error.read())

class Account:
    @staticmethod
    def from_key(key):
        assert len(bytes.fromhex(key.removeprefix("0x"))) == 32
        return key

class PayingClient:
    def __init__(self, client, timeout):
        pass
    async def __aenter__(self):
        return self
    async def __aexit__(self, *_):
        pass
    async def get(self, url):
        return self.terms(ask("GET", url))
    async def post(self, url, json):
        return self.terms(ask("POST", url, json=json))
    def terms(self, answer):
        import base64
        required = json.loads(base64.b64decode(answer.headers["PAYMENT-REQUIRED"]))
        assert required["accepts"][0]["scheme"] == "exact"
        return answer

class Anything:
    def __init__(self, *_):
        pass

def module(name, **members):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(members)

if sys.argv[1] != "true":
    module("httpx", get=lambda url: ask("GET", url), post=lambda url, json: ask("POST", url, json=json))
    module("eth_account", Account=Account)
    module("x402", x402Client=Anything)
    module("x402.http")
    module("x402.http.clients", x402HttpxClient=PayingClient)
    module("x402.mechanisms")
    module("x402.mechanisms.evm", EthAccountSigner=Anything)
    module("x402.mechanisms.evm.exact")
    module("x402.mechanisms.evm.exact.register", register_exact_evm_client=lambda client, signer: None)

for file in sys.argv[2:]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        runpy.run_path(file)
    print(json.dumps(printed.getvalue()))
`
