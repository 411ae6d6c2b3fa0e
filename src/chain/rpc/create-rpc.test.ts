import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { systemClock, systemTimers } from '../../ops/system.ts'
import type { Log, LogFields } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { RpcRejected, RpcUnreachable } from '../chain.ts'
import { createRpc, type ClosableRpc, type RpcOptions } from './create-rpc.ts'
import { startStopwatch } from '../../../test/support/stopwatch.ts'

interface Asked {
  readonly jsonrpc: string
  readonly id: number
  readonly method: string
  readonly params: unknown[]
}
type Answer = { readonly status?: number; readonly text: string } | 'silence'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

/** A node over real HTTP that answers as the test says, and records the requests. */
async function node(answer: (asked: Asked[], request: number) => Answer) {
  const requests: Asked[][] = []
  const headers: IncomingHttpHeaders[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
    request.on('end', () => {
      const parsed = JSON.parse(body) as Asked | Asked[]
      const asked = Array.isArray(parsed) ? parsed : [parsed]
      requests.push(asked)
      headers.push(request.headers)
      const reply = answer(asked, requests.length)
      if (reply === 'silence') return
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(reply.text)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push({
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/`, requests, headers }
}

/** Answers every call with its own method and parameters. */
function echo(asked: Asked[]): Answer {
  const items = asked.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, result: [method, ...params] }))
  return { text: JSON.stringify(items.length === 1 ? items[0] : items) }
}

const failing =
  (status: number): (() => Answer) =>
  () => ({ status, text: 'no' })

function open(urls: string[], options: Partial<RpcOptions> = {}): ClosableRpc & { readonly said: string[] } {
  const said: string[] = []
  const keep = (fields: LogFields, message: string) => said.push(JSON.stringify(fields) + message)
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep, child: () => log }
  const rpc = createRpc({ urls, timers: systemTimers, clock: systemClock, log, metrics: silentMetrics, ...options })
  opened.push(rpc)
  return { ...rpc, said }
}

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error: unknown) => error,
  )

describe('calls of one turn', () => {
  test('go out as one batch, and each gets its own answer', async () => {
    const one = await node((asked) => {
      const answer = JSON.parse((echo(asked) as { text: string }).text) as unknown[]
      return { text: JSON.stringify(answer.toReversed()) }
    })
    const rpc = open([one.url])
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => rpc.call('m', [at])))
    expect(answers).toEqual(Array.from({ length: 20 }, (_, at) => ['m', at]))
    expect(one.requests.map((asked) => asked.length)).toEqual([20])
  })

  test('go out in batches of at most a hundred', async () => {
    const one = await node(echo)
    const rpc = open([one.url])
    await Promise.all(Array.from({ length: 250 }, (_, at) => rpc.call('m', [at])))
    expect(one.requests.map((asked) => asked.length).toSorted((a, b) => a - b)).toEqual([50, 100, 100])
  })

  test('go out as a plain object when there is only one', async () => {
    const one = await node((asked) => ({ text: JSON.stringify({ jsonrpc: '2.0', id: asked[0]?.id, result: null }) }))
    expect(await open([one.url]).call('eth_getTransactionReceipt', ['0x'])).toBeNull()
  })

  test('go out in smaller batches once a node has refused a large one', async () => {
    const refusal = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch too large' } }
    const one = await node((asked) => (asked.length > 10 ? { text: JSON.stringify(refusal) } : echo(asked)))
    const rpc = open([one.url])
    const ask = () => Promise.all(Array.from({ length: 40 }, (_, at) => rpc.call('m', [at])))
    expect(await ask()).toHaveLength(40)
    const before = one.requests.length
    expect(await ask()).toHaveLength(40)
    expect(one.requests.slice(before).every((asked) => asked.length <= 10)).toBe(true)
  })

  const tooLarge = 'Batch of more than 3 requests are not allowed on free tier'
  test.each<[string, (asked: Asked[]) => Answer]>([
    [
      'with HTTP 500 and an id of its own',
      () => ({ status: 500, text: JSON.stringify([{ id: 0, jsonrpc: '2.0', error: { message: tooLarge, code: 31 } }]) }),
    ],
    ['with one error for all', () => ({ text: JSON.stringify({ id: null, jsonrpc: '2.0', error: { message: tooLarge, code: 31 } }) })],
    [
      'with an error for each call',
      (asked) => ({ text: JSON.stringify(asked.map(({ id }) => ({ id, jsonrpc: '2.0', error: { message: tooLarge, code: 31 } }))) }),
    ],
    [
      'with the code of a revert',
      (asked) => ({ text: JSON.stringify(asked.map(({ id }) => ({ id, jsonrpc: '2.0', error: { message: tooLarge, code: 3 } }))) }),
    ],
    [
      'with an error for each call beyond the third',
      (asked) => ({
        text: JSON.stringify(
          asked.map(({ id }, at) => ({
            id,
            jsonrpc: '2.0',
            ...(at < 3 ? { result: '0x' } : { error: { message: tooLarge, code: -32600 } }),
          })),
        ),
      }),
    ],
    [
      'with one error, under the id of the first call',
      (asked) => ({
        text: JSON.stringify([{ jsonrpc: '2.0', id: asked[0]?.id, error: { code: -32600, message: 'maximum batch size of 3' } }]),
      }),
    ],
    [
      'with the limit in the data of the error',
      () => {
        const error = { code: -32010, message: 'The batch request was too large', data: 'Exceeded max limit of 3' }
        return { text: JSON.stringify({ jsonrpc: '2.0', id: null, error }) }
      },
    ],
    ['without JSON-RPC around its words', () => ({ status: 400, text: JSON.stringify({ error: 'batch limit 3 exceeded' }) })],
  ])('go out by three once a node has refused more %s', async (_, refuse) => {
    const one = await node((asked) => (asked.length > 3 ? refuse(asked) : echo(asked)))
    const rpc = open([one.url])
    const ask = () => Promise.all(Array.from({ length: 20 }, (__, at) => rpc.call('m', [at])))
    expect(await ask()).toHaveLength(20)
    expect(one.requests.map((asked) => asked.length)).toEqual([20, 3, 3, 3, 3, 3, 3, 2])
    await ask()
    expect(one.requests.slice(8).map((asked) => asked.length)).toEqual([3, 3, 3, 3, 3, 3, 2])
  })

  test('are asked again in parts where geth has no room for all their answers', async () => {
    const one = await node((asked) =>
      asked.length <= 4
        ? echo(asked)
        : {
            text: JSON.stringify(
              asked.map(({ id }, at) => ({
                id,
                jsonrpc: '2.0',
                ...(at < 4 ? { result: ['m', 0] } : { error: { code: -32003, message: 'response too large' } }),
              })),
            ),
          },
    )
    const rpc = open([one.url])
    expect(await Promise.all(Array.from({ length: 8 }, (_, at) => rpc.call('m', [at])))).toEqual(
      Array.from({ length: 8 }, (_, at) => ['m', at]),
    )
  })

  test('stay together when contracts say in their reverts that a batch is too large', async () => {
    const error = { code: 3, message: `execution reverted: ${tooLarge}`, data: '0x08c379a0' }
    const one = await node((asked) => ({ text: JSON.stringify(asked.map(({ id }) => ({ jsonrpc: '2.0', id, error }))) }))
    const rpc = open([one.url])
    const errors = await Promise.all(Array.from({ length: 8 }, (_, at) => rejection(rpc.call('eth_call', [at]))))
    expect(errors.every((each) => each instanceof RpcRejected)).toBe(true)
    expect(one.requests.map((asked) => asked.length)).toEqual([8])
  })

  test('never share a request with a transaction', async () => {
    const one = await node(echo)
    const rpc = open([one.url])
    await Promise.all([rpc.call('eth_blockNumber', []), rpc.call('eth_sendRawTransaction', ['0x01']), rpc.call('eth_chainId', [])])
    const methods = one.requests.map((asked) => asked.map(({ method }) => method)).toSorted((a, b) => a.length - b.length)
    expect(methods).toEqual([['eth_sendRawTransaction'], ['eth_blockNumber', 'eth_chainId']])
  })
})

test('calls into contracts that outsiders choose share no request with other calls', async () => {
  const one = await node((asked) => {
    const flood = asked.some(({ method }) => method === 'eth_call')
    return flood ? { text: JSON.stringify({ jsonrpc: '2.0', id: asked[0]?.id, result: `0x${'0'.repeat(2_000)}` }) } : echo(asked)
  })
  const rpc = open([one.url], { maxResponseBytes: 1_000 })
  const hostile = [1, 2, 3].map((at) => rejection(rpc.call('eth_call', [at], { alone: true })))
  const honest = [4, 5].map((at) => rpc.call('eth_getCode', [at]))
  expect(await Promise.all(honest)).toEqual([
    ['eth_getCode', 4],
    ['eth_getCode', 5],
  ])
  for (const error of await Promise.all(hostile)) expect(error).toBeInstanceOf(RpcUnreachable)
  expect(one.requests.filter((asked) => asked.some(({ method }) => method === 'eth_call')).every((asked) => asked.length === 1)).toBe(true)
})

test('an answer with more bytes than its caller allows is given up at once, and no other node is asked', async () => {
  const [one, two] = [await node(echo), await node(echo)]
  const rpc = open([one.url, two.url])
  const asked = ['0'.repeat(2_000)]
  const error = await rejection(rpc.call('eth_getLogs', asked, { alone: true, maxBytes: 1_000 }))
  expect([error instanceof RpcUnreachable, (error as Error).message]).toEqual([true, 'the answer to eth_getLogs is too large'])
  expect([one.requests.length, two.requests.length]).toEqual([1, 0])
  expect(await rpc.call('eth_getLogs', asked, { alone: true })).toEqual(['eth_getLogs', ...asked])
  expect([one.requests.length, two.requests.length]).toEqual([2, 0])
})

describe('an error of the node', () => {
  test('is a rejection with code and data, and does not affect the rest of the batch', async () => {
    const one = await node((asked) => {
      const [first, second] = asked
      return {
        text: JSON.stringify([
          { jsonrpc: '2.0', id: first?.id, error: { code: 3, message: 'execution reverted: no', data: '0x08c379a0' } },
          { jsonrpc: '2.0', id: second?.id, result: '0x1' },
        ]),
      }
    })
    const rpc = open([one.url])
    const [rejected, fine] = await Promise.all([rejection(rpc.call('eth_call', [])), rpc.call('eth_blockNumber', [])])
    expect(rejected).toBeInstanceOf(RpcRejected)
    expect(rejected).toMatchObject({ code: 3, message: 'execution reverted: no', data: '0x08c379a0' })
    expect(fine).toBe('0x1')
  })

  test('in an answer with status 400 counts as a rejection too', async () => {
    const one = await node((asked) => ({
      status: 400,
      text: JSON.stringify({ jsonrpc: '2.0', id: asked[0]?.id, error: { code: -32602, message: 'range too large' } }),
    }))
    expect(await rejection(open([one.url]).call('eth_getLogs', []))).toBeInstanceOf(RpcRejected)
  })

  test('that only means a rate limit counts as no answer', async () => {
    const one = await node((asked) => ({
      text: JSON.stringify({ jsonrpc: '2.0', id: asked[0]?.id, error: { code: -32005, message: 'Too many requests, slow down' } }),
    }))
    expect(await rejection(open([one.url]).call('eth_call', []))).toBeInstanceOf(RpcUnreachable)
  })

  test.each([
    [3, 'execution reverted: too many requests'],
    [-32000, 'execution reverted: daily request count exceeded, rate limited'],
  ])('with the text of a contract is a rejection, whatever it says (%i)', async (code, message) => {
    const one = await node((asked) => ({ text: JSON.stringify({ jsonrpc: '2.0', id: asked[0]?.id, error: { code, message } }) }))
    expect(await rejection(open([one.url]).call('eth_call', []))).toMatchObject({ name: 'RpcRejected', message })
  })
})

describe('no answer', () => {
  const junk: [string, (asked: Asked[]) => Answer][] = [
    ['text that is no JSON', () => ({ text: '<html>' })],
    ['an answer to another question', () => ({ text: '{"jsonrpc":"2.0","id":4711,"result":"0x1"}' })],
    ['an answer without result', (asked) => ({ text: JSON.stringify({ jsonrpc: '2.0', id: asked[0]?.id }) })],
    ['an error that is no object', (asked) => ({ text: JSON.stringify({ jsonrpc: '2.0', id: asked[0]?.id, error: 'bad' }) })],
    [
      'the same answer twice',
      (asked) => ({ text: JSON.stringify([1, 2].map((result) => ({ jsonrpc: '2.0', id: asked[0]?.id, result }))) }),
    ],
    ['a number', () => ({ text: '7' })],
    ['an empty body', () => ({ text: '' })],
    ['status 500', failing(500)],
    ['status 429', failing(429)],
    ['status 403', failing(403)],
  ]
  test.each(junk)('is %s, also after one more try', async (_, answer) => {
    const one = await node(answer)
    expect(await rejection(open([one.url]).call('eth_blockNumber', []))).toBeInstanceOf(RpcUnreachable)
    expect(one.requests).toHaveLength(2)
  })

  test('is found for reads that wait as soon as no node answers a probe; a transaction and a patient read go on waiting', async () => {
    const silent = await node(() => 'silence')
    const rpc = open([silent.url], { probeMs: 100, timeoutMs: 60_000 })
    const ended: string[] = []
    const follow = (name: string, call: Promise<unknown>) => call.catch(() => 'rejected').then(() => void ended.push(name))
    const read = rejection(rpc.call('eth_call', []))
    void follow('transaction', rpc.call('eth_sendRawTransaction', ['0x01']))
    void follow('patient', rpc.call('eth_getLogs', [], { timeoutMs: 120_000 }))
    rpc.reachability.watch()
    expect(await read).toBeInstanceOf(RpcUnreachable)
    expect(ended).toEqual([])
  })

  test('of some nodes does not hide one that answers: it is asked beside them, long before their time is over', async () => {
    const silent = await Promise.all([node(() => 'silence'), node(() => 'silence'), node(() => 'silence')])
    const sound = await node(echo)
    const rpc = open([...silent.map(({ url }) => url), sound.url], { probeMs: 60_000 })
    rpc.reachability.watch()
    await vi.waitFor(() => expect([...silent, sound].map(({ requests }) => requests.length)).toEqual([1, 1, 1, 1]), { timeout: 20_000 })
    expect(rpc.reachability.reachable).toBe(true)
  })

  test('is a refused connection', async () => {
    const error = await rejection(open(['http://127.0.0.1:1/']).call('eth_blockNumber', []))
    expect(error).toBeInstanceOf(RpcUnreachable)
    expect((error as Error).message).toContain('ECONNREFUSED')
  })

  test('is an answer beyond the size cap', async () => {
    const one = await node((asked) => ({ text: JSON.stringify({ jsonrpc: '2.0', id: asked[0]?.id, result: 'x'.repeat(300_000) }) }))
    const error = await rejection(open([one.url], { maxResponseBytes: 100_000 }).call('eth_getLogs', []))
    expect((error as Error).message).toContain('answer too large')
  })

  test('is silence until the timeout, without a retry', async () => {
    const one = await node(() => 'silence')
    const elapsed = startStopwatch()
    const error = await rejection(open([one.url]).call('eth_blockNumber', [], { timeoutMs: 150 }))
    expect((error as Error).message).toContain('timed out')
    expect(elapsed()).toBeLessThan(10_000)
    expect(one.requests).toHaveLength(1)
  })

  test('rejects when the caller gives up', async () => {
    const one = await node(() => 'silence')
    const abort = new AbortController()
    const call = rejection(open([one.url]).call('eth_blockNumber', [], { signal: abort.signal, timeoutMs: 500 }))
    abort.abort(new Error('gave up'))
    expect(await call).toMatchObject({ message: 'gave up' })
  })

  test('once is solved by the retry of a read', async () => {
    const one = await node((asked, request) => (request === 1 ? { status: 502, text: '' } : echo(asked)))
    expect(await open([one.url]).call('eth_blockNumber', [])).toEqual(['eth_blockNumber'])
  })

  test('once does not send a transaction again', async () => {
    const one = await node((asked, request) => (request === 1 ? { status: 502, text: '' } : echo(asked)))
    expect(await rejection(open([one.url]).call('eth_sendRawTransaction', ['0x01']))).toBeInstanceOf(RpcUnreachable)
    expect(one.requests).toHaveLength(1)
  })
})

describe('several nodes', () => {
  test('replace each other, and the one that answered is asked first from then on', async () => {
    const broken = await node(failing(503))
    const sound = await node(echo)
    const rpc = open([broken.url, sound.url])
    expect(await rpc.call('a', [])).toEqual(['a'])
    expect(await rpc.call('b', [])).toEqual(['b'])
    expect(broken.requests).toHaveLength(1)
    expect(sound.requests).toHaveLength(2)
  })

  test('replace a silent one', async () => {
    const silent = await node(() => 'silence')
    const sound = await node(echo)
    expect(await open([silent.url, sound.url], { timeoutMs: 200 }).call('a', [])).toEqual(['a'])
  })

  test('answer only what the first one left open', async () => {
    const half = await node((asked) => ({ text: JSON.stringify([{ jsonrpc: '2.0', id: asked[0]?.id, result: 'half' }]) }))
    const sound = await node(echo)
    const rpc = open([half.url, sound.url])
    expect(await Promise.all([rpc.call('a', []), rpc.call('b', [])])).toEqual(['half', ['b']])
  })

  test('are asked in their order again after half a minute', async () => {
    let now = 1_000_000
    const first = await node((asked, request) => (request === 1 ? { status: 503, text: '' } : echo(asked)))
    const second = await node(echo)
    const rpc = open([first.url, second.url], { clock: { now: () => now } })
    await rpc.call('a', [])
    now += 31_000
    await rpc.call('b', [])
    expect(first.requests).toHaveLength(2)
    expect(second.requests).toHaveLength(1)
  })
})

describe('keys in the URL', () => {
  test('are sent, and appear in no error and no log line, even when the node repeats them', async () => {
    const secret = 'k3y-0123456789abcdef'
    const one = await node((asked, request) =>
      request === 1
        ? {
            text: JSON.stringify({
              jsonrpc: '2.0',
              id: asked[0]?.id,
              error: { code: -32000, message: `bad key ${secret} in /v2/${secret}` },
            }),
          }
        : { status: 500, text: secret },
    )
    const url = `${one.url.replace('http://', `http://user:${secret}@`)}${secret}?apikey=${secret}`
    const rpc = open([url])
    const rejected = (await rejection(rpc.call('eth_call', []))) as Error
    const unreachable = (await rejection(rpc.call('eth_call', []))) as Error
    const dead = open([`http://127.0.0.1:1/${secret}`])
    const refused = (await rejection(dead.call('eth_call', []))) as Error
    expect(rejected).toBeInstanceOf(RpcRejected)
    for (const text of [rejected.message, unreachable.message, refused.message, String(refused.stack), ...rpc.said, ...dead.said]) {
      expect(text).not.toContain(secret)
    }
    expect(one.headers[0]?.authorization).toBe(`Basic ${Buffer.from(`user:${secret}`).toString('base64')}`)
  })

  test('are not repeated when the URL is not valid', () => {
    expect(() => open(['ftp://secret-host/key'])).toThrow('RPC node 1 of 1 is not an http or https URL')
    expect(() => open([])).toThrow('no RPC URL')
  })
})

test('a given fetch is used instead of own connections', async () => {
  const one = await node(echo)
  let used = 0
  const counting: typeof fetch = (input, init) => {
    used++
    return fetch(input, init)
  }
  expect(await open([one.url], { fetch: counting }).call('a', [1])).toEqual(['a', 1])
  expect(used).toBe(1)
})
