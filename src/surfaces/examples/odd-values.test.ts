import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { toolInput } from '../mcp/tool-input.ts'
import { commentLine } from './comment-line.ts'
import { curlExample } from './curl-example.ts'
import type { ExampleInput } from './example-input.ts'
import { javascriptLiteral } from './javascript-literal.ts'
import { mcpExample } from './mcp-example.ts'
import { mppxExample } from './mppx-example.ts'
import { exampleInput, expectedRequest, oddJson, oddOffer, oddText, receivedRequest } from './odd-offers.fixture.ts'
import { examplesMarkdown, offerExamples } from './offer-examples.ts'
import { pythonExample } from './python-example.ts'
import { pythonLiteral } from './python-literal.ts'
import { shellWord } from './shell-word.ts'
import { x402FetchExample } from './x402-fetch-example.ts'

const python = spawnSync('python3', ['--version']).status === 0

function evaluate(expression: string): unknown {
  // oxlint-disable-next-line typescript/no-implied-eval -- what a reader of the example would do with it
  return new Function(`return (${expression})`)() as unknown
}

describe('odd values', () => {
  test('pass through the shell unchanged', () => {
    const word = oddText.map((text) => text.replaceAll('\0', '').toWellFormed())
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 200, size: 'max' }), (words) => {
        const script = `printf '%s\\0' ${words.map(shellWord).join(' ')}`
        expect(execFileSync('sh', { input: script }).toString().split('\0').slice(0, -1)).toEqual(words)
      }),
      { numRuns: runsOf(20) },
    )
  })

  test('pass through JavaScript unchanged', () => {
    fc.assert(
      fc.property(oddJson, (value) => {
        expect(JSON.stringify(evaluate(javascriptLiteral(value)))).toBe(JSON.stringify(value))
      }),
      {
        numRuns: runsOf(2_000),
      },
    )
  })

  test.skipIf(!python)('come through Python as they are', () => {
    const pairs = fc.sample(oddJson, 1_000).map((value) => [pythonLiteral(value), JSON.stringify(value)])
    const check = `
import ast, json, sys
for literal, expected in json.load(sys.stdin):
    value = ast.literal_eval(literal)
    if value != json.loads(expected) or str(type(value)) != str(type(json.loads(expected))):
        sys.exit(literal)
`
    const { status, stderr } = spawnSync('python3', ['-c', check], { input: JSON.stringify(pairs) })
    expect(stderr.toString()).toBe('')
    expect(status).toBe(0)
  })

  test('stay on one line in a comment', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        const line = commentLine(text)
        for (const end of ['\n', '\r', '\0', '\u0085', '\u2028', '\u2029']) expect(line).not.toContain(end)
      }),
    )
  })
})

describe('an example of an odd offer', () => {
  test('sends the documented request by curl', () => {
    const offers = fc.sample(oddOffer, 100)
    const spy = `
curl() { for word in "$@"; do printf '%s\\0' "$word"; done; printf 'called\\0'; }
`
    const directory = mkdtempSync(join(tmpdir(), 'farthing-test-'))
    mkdirSync(join(directory, 'bin'))
    const signer = `#!/bin/sh\nfor word in "$@"; do printf '%s\\0' "$word" >&2; done; printf 'signed\\0' >&2; printf 'payment'\n`
    writeFileSync(join(directory, 'bin/farthing'), signer, { mode: 0o755 })
    for (const offer of offers) expect(curlExample(exampleInput(offer))).toContain('curl -sS -i')
    const script = offers.map((offer) => `${curlExample(exampleInput(offer))}\nprintf 'end\\0'; printf 'end\\0' >&2\n`).join('')
    const { status, stdout, stderr } = spawnSync('sh', { input: spy + script, cwd: directory })
    rmSync(directory, { recursive: true, force: true })
    expect(status).toBe(0)
    const blocks = (output: Buffer) => output.toString().split('end\0').slice(0, -1)
    const calls = blocks(stdout)
    const signatures = blocks(stderr)
    for (const [index, offer] of offers.entries()) {
      const requests = calls[index]!.split('called\0')
        .slice(0, -1)
        .map((words) => curlRequest(words.split('\0').slice(0, -1)))
      expect(requests).toEqual(Array(offer.access.kind === 'free' ? 1 : 2).fill(expectedRequest(offer)))
      if (offer.access.kind === 'free') expect(signatures[index]).toBe('')
      else {
        const [, url = '', ...options] = signatures[index]!.split('\0')
        const data = options.indexOf('--data')
        const body = data < 0 ? null : options[data + 1]!
        const named = options.indexOf('--method')
        expect(receivedRequest(named < 0 ? (body === null ? 'GET' : 'POST') : options[named + 1]!, url, body)).toEqual(
          expectedRequest(offer),
        )
      }
    }
  })

  test.each([
    ['x402-fetch', x402FetchExample],
    ['mppx', mppxExample],
  ])('sends the documented request by TypeScript (%s)', async (_, generate) => {
    for (const offer of fc.sample(oddOffer, 200)) expect(await fetched(offer, generate)).toEqual([expectedRequest(offer)])
  })

  test('sends the documented request by MCP', async () => {
    for (const offer of fc.sample(oddOffer, 200)) {
      const calls = await toolCalls(offer)
      expect(calls.map((call) => JSON.stringify([call.name, call.arguments]))).toEqual([JSON.stringify(['odd', toolInput(offer).example])])
    }
  })

  test.skipIf(!python)('asks by Python for what it says', () => {
    const offers = fc.sample(oddOffer, 150)
    const directory = mkdtempSync(join(tmpdir(), 'farthing-test-'))
    try {
      for (const [index, offer] of offers.entries()) writeFileSync(join(directory, `${index}.py`), pythonExample(exampleInput(offer))!)
      const spy = `
import json, runpy, sys, types

class Answer:
    status_code = 200
    headers = {}
    def json(self): return {"payer": {"privateKey": "0x01"}}

def asked(method, url, json_body):
    if url != "https://api.example.com/sandbox":
        seen.append([method, url, json_body])
    return Answer()

class Client:
    def __init__(self, *_, **__): pass
    async def __aenter__(self): return self
    async def __aexit__(self, *_): pass
    async def get(self, url): return asked("GET", url, None)
    async def delete(self, url): return asked("DELETE", url, None)
    async def post(self, url, json): return asked("POST", url, json)
    async def put(self, url, json): return asked("PUT", url, json)
    async def patch(self, url, json): return asked("PATCH", url, json)

class Account:
    @staticmethod
    def from_key(key): return key

class Anything:
    def __init__(self, *_): pass

def module(name, **members):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(members)

def by(method): return lambda url, json=None: asked(method, url, json)
module("httpx", **{method.lower(): by(method) for method in ["GET", "DELETE", "POST", "PUT", "PATCH"]})
module("eth_account", Account=Account)
module("x402", x402Client=Anything)
module("x402.http")
module("x402.http.clients", x402HttpxClient=Client)
module("x402.mechanisms")
module("x402.mechanisms.evm", EthAccountSigner=Anything)
module("x402.mechanisms.evm.exact")
module("x402.mechanisms.evm.exact.register", register_exact_evm_client=lambda client, signer: None)

out = sys.stdout
sys.stdout = open("/dev/null", "w")
for index in range(int(sys.argv[2])):
    seen = []
    runpy.run_path(f"{sys.argv[1]}/{index}.py")
    print(json.dumps(seen), file=out)
`
      const { stdout, stderr } = spawnSync('python3', ['-c', spy, directory, String(offers.length)])
      expect(stderr.toString()).toBe('')
      const lines = stdout.toString().trimEnd().split('\n')
      for (const [index, offer] of offers.entries()) {
        const calls = JSON.parse(lines[index]!) as [method: string, url: string, body: unknown][]
        const requests = calls.map(([method, url, body]) => receivedRequest(method, url, body === null ? null : JSON.stringify(body)))
        expect(requests.map(comparable)).toEqual([comparable(expectedRequest(offer))])
      }
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })

  test('appears unchanged in its Markdown', () => {
    for (const offer of fc.sample(oddOffer, 200)) {
      const { examples } = offerExamples(exampleInput(offer))
      const page = examplesMarkdown(offerExamples(exampleInput(offer)))
      const blocks = [...page.matchAll(/^(`{3,})\w+\n([\s\S]*?)^\1$/gm)].map(([, , code]) => code)
      expect(blocks).toEqual(examples.map(({ code }) => code))
    }
  })
})

/** Python writes some numbers in another form, which are the same ones. */
function comparable(request: ReturnType<typeof expectedRequest>) {
  return { ...request, body: request.body === null ? null : (JSON.parse(request.body) as unknown) }
}

function curlRequest(words: readonly string[]) {
  const [flags, include, ...rest] = words
  expect([flags, include]).toEqual(['-sS', '-i'])
  const data = rest.indexOf('--data-raw')
  if (data >= 0) expect(rest).toContain('Content-Type: application/json')
  const body = data < 0 ? null : rest[data + 1]!
  const named = rest.indexOf('-X')
  return receivedRequest(named < 0 ? (body === null ? 'GET' : 'POST') : rest[named + 1]!, rest.at(-1)!, body)
}

type Generate = (input: ExampleInput) => string | null

/** Runs an example with what it imports replaced, and gives what it asked for by fetch. */
// Where only `new` is called, any class will do.
async function fetched(offer: AnyOffer, generate: Generate) {
  const asked: ReturnType<typeof expectedRequest>[] = []
  const fetch = async (url: string, init?: RequestInit) => {
    if (url.endsWith('/sandbox')) return { json: () => ({ payer: { privateKey: '0x01' } }) }
    asked.push(receivedRequest(init?.method ?? 'GET', url, (init?.body as string | undefined) ?? null))
    return { status: 200, headers: new Headers(), json: () => ({}) }
  }
  await runModule(generate(exampleInput(offer))!, {
    fetch,
    wrapFetchWithPayment: () => fetch,
    x402Client: Date,
    registerExactEvmScheme: () => {},
    privateKeyToAccount: () => ({}),
    evm: { charge: () => ({}), assets: { base: { USDC: {} } } },
    Mppx: { create: () => ({ fetch }) },
  })
  return asked
}

async function toolCalls(offer: AnyOffer) {
  const calls: { name: string; arguments: unknown }[] = []
  await runModule(mcpExample(exampleInput(offer))!, {
    fetch: async () => ({ json: () => ({ payer: { privateKey: '0x01' } }) }),
    x402Client: Date,
    registerExactEvmScheme: () => {},
    privateKeyToAccount: () => ({}),
    StreamableHTTPClientTransport: URL,
    Client: class {
      async connect() {}
      async close() {}
      async callTool(call: { name: string; arguments: unknown }) {
        calls.push(call)
        return { structuredContent: {} }
      }
    },
  })
  return calls
}

async function runModule(code: string, names: Readonly<Record<string, unknown>>): Promise<void> {
  const body = stripTypeScriptTypes(code).replaceAll(/^import .*$/gm, '')
  const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => (...values: unknown[]) => Promise<void>
  await new AsyncFunction(...Object.keys(names), 'console', body)(...Object.values(names), { log() {} })
}
