import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFarthing } from '../../src/library/create-farthing.ts'
import type { Farthing } from '../../src/library/farthing.ts'
import { callUntilAnswered, callWith, signPayment, termsOf, type Account } from '../signed-payments.ts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { callPayingX402, connectMcp } from '../mcp-clients.ts'
import { sharedSandbox } from '../shared-sandbox.ts'

interface Host {
  readonly url: string
  readonly farthing: Farthing
  /** How often the handler of a port has run. */
  readonly runs: Map<string, number>
  close(): Promise<void>
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function start(framework: string): Promise<Host> {
  const directory = mkdtempSync(join(tmpdir(), 'farthing-library-'))
  // The port is known before the till is opened, since its documents name it.
  let handler: Parameters<typeof createServer>[1] = (_, response) => void response.end()
  const server = createServer((request, response) => handler!(request, response))
  const url = `http://127.0.0.1:${await portOf(server)}`
  const settings = {
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    RATE_LIMIT_BURST: '10000',
    NODE_ANSWER_MS: '10000',
    ANSWER_WITHIN_SECONDS: '120',
  }
  const sandbox = await sharedSandbox()
  const farthing = await createFarthing({ url, settings }, { openSandbox: async () => sandbox, ownLines: async () => ({}) })
  const runs = new Map<string, number>()
  const answer = (port: string) => {
    runs.set(port, (runs.get(port) ?? 0) + 1)
    if (port === 'nowhere') return { status: 404, body: { error: 'no such port' } }
    if (port === 'broken') return { status: 500, body: { error: 'secret stack' } }
    return { status: port === 'made' ? 201 : 200, body: { port, run: runs.get(port) } }
  }
  handler = hosts[framework]!(farthing, answer)
  return {
    url,
    farthing,
    runs,
    async close() {
      await farthing.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

type Answer = (port: string) => { status: number; body: unknown }

const hosts: Record<string, (farthing: Farthing, answer: Answer) => Parameters<typeof createServer>[1]> = {
  Hono(farthing, answer) {
    const app = new Hono()
    app.get('/tides/:port', farthing.charge('0.01'), (c) => {
      const { status, body } = answer(c.req.param('port'))
      return c.json(body as object, status as 200)
    })
    app.post('/sums', farthing.charge('0.02', { route: 'POST /sums' }), async (c) => {
      const { numbers } = await c.req.json<{ numbers: number[] }>()
      return c.json({ sum: numbers.reduce((sum, one) => sum + one, 0) })
    })
    const listener = getRequestListener(farthing.handle(app.fetch))
    return (request, response) => void listener(request, response)
  },
  Express(farthing, answer) {
    const app = express()
    app.use(express.json())
    app.post('/sums', farthing.charge('0.02', { route: 'POST /sums' }), (request, response) => {
      const { numbers } = request.body as { numbers: number[] }
      response.json({ sum: numbers.reduce((sum, one) => sum + one, 0) })
    })
    app.get('/tides/:port', farthing.charge('0.01'), (request, response) => {
      const { status, body } = answer(request.params['port'])
      response.status(status).json(body)
    })
    app.get('/slow', farthing.charge('0.01', { deadlineMs: 100 }), (_, response) => {
      setTimeout(() => response.status(200).set('x-late', 'yes').json(answer('late').body), 400)
    })
    app.use(farthing.documents)
    return app
  },
  'node:http'(farthing, answer) {
    const tides = farthing.charge('0.01', { route: 'GET /tides/{port}' })
    return (request, response) => {
      const [, port] = /^\/tides\/(\w+)$/.exec(request.url ?? '') ?? []
      if (port === undefined) return farthing.documents(request, response, () => void response.writeHead(404).end())
      return tides(request, response, () => {
        const { status, body } = answer(port)
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
    }
  },
}

describe.each(Object.keys(hosts))('a server of %s', (framework) => {
  let host: Host
  let wallet: Account
  beforeAll(async () => {
    host = await start(framework)
    wallet = privateKeyToAccount(generatePrivateKey())
    await (await sharedSandbox()).world.fund(wallet.address, '5')
  })
  afterAll(async () => host?.close())

  const pay = async (path: string) => {
    const payment = await signPayment(await termsOf(host.url, path), wallet)
    return { payment, response: await callUntilAnswered(host.url + path, payment) }
  }

  test('asks for its price before the handler runs', async () => {
    const response = await fetch(`${host.url}/tides/brest`)
    expect([response.status, host.runs.get('brest')]).toEqual([402, undefined])
    expect(await response.json()).toMatchObject({ resource: { url: `${host.url}/tides/brest` } })
  })

  test('a paid call runs the handler once, and the same payment gets the same answer', async () => {
    const { payment, response } = await pay('/tides/dover')
    expect([response.status, await response.json()]).toEqual([200, { port: 'dover', run: 1 }])
    const again = await callUntilAnswered(`${host.url}/tides/dover`, payment)
    expect([again.status, await again.json(), host.runs.get('dover')]).toEqual([200, { port: 'dover', run: 1 }, 1])
  })

  test('a 201 stays a 201, also when it is given again', async () => {
    const { payment, response } = await pay('/tides/made')
    expect([response.status, (await callUntilAnswered(`${host.url}/tides/made`, payment)).status]).toEqual([201, 201])
  })

  test('a refusal goes out as it is, a failure says nothing of the inside, and neither is charged', async () => {
    const { response: refused } = await pay('/tides/nowhere')
    expect([refused.status, await refused.json()]).toEqual([404, { error: 'no such port' }])
    const { response: failed } = await pay('/tides/broken')
    const told = await failed.text()
    expect([failed.status, told.includes('secret')]).toEqual([502, false])
    expect([refused, failed].map(({ headers }) => headers.get('payment-response'))).toEqual([null, null])
  })

  test('serves what agents read', async () => {
    expect(await (await fetch(`${host.url}/openapi.json`)).text()).toContain('/tides/{port}')
    expect((await fetch(`${host.url}/nothing/here`)).status).toBe(404)
  })
})

describe.each(['Hono', 'Express'])('a route of %s that takes a body', (framework) => {
  test('is paid for with its body, and another body is another call', async () => {
    const host = await start(framework)
    try {
      const wallet = privateKeyToAccount(generatePrivateKey())
      await (await sharedSandbox()).world.fund(wallet.address, '5')
      const request = (numbers: number[]) => ({
        method: 'POST',
        headers: { 'content-type': 'application/json' } as Record<string, string>,
        body: JSON.stringify({ numbers }),
      })
      const payment = await signPayment(await termsOf(host.url, '/sums', request([1, 2])), wallet)
      const call = async (numbers: number[]) => {
        const asked = request(numbers)
        return fetch(`${host.url}/sums`, { ...asked, headers: { ...asked.headers, 'payment-signature': payment } })
      }
      const paid = await call([1, 2])
      expect([paid.status, await paid.json()]).toEqual([200, { sum: 3 }])
      expect((await call([5, 5])).status).not.toBe(200)
      expect(await (await call([1, 2])).json()).toEqual({ sum: 3 })
    } finally {
      await host.close()
    }
  })
})

test('a handler that answers after its time costs nothing and ends nothing else', async () => {
  const host = await start('Express')
  try {
    const wallet = privateKeyToAccount(generatePrivateKey())
    await (await sharedSandbox()).world.fund(wallet.address, '5')
    // Until its first call the pattern of the route is not known.
    const payment = await signPayment(await termsOf(host.url, '/slow'), wallet)
    const response = await callWith(`${host.url}/slow`, payment)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([504, 'deadline_exceeded'])
    await vi.waitUntil(() => host.runs.has('late'), { timeout: 60_000 })
    expect((await fetch(`${host.url}/openapi.json`)).status).toBe(200)
  } finally {
    await host.close()
  }
})

test('a tool of MCP calls the route of the host, and is charged once', async () => {
  const host = await start('Hono')
  try {
    await fetch(`${host.url}/tides/brest`)
    const client = await connectMcp(host.url)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('get-tides-port')
    const wallet = privateKeyToAccount(generatePrivateKey())
    await (await sharedSandbox()).world.fund(wallet.address, '5')
    const result = await callPayingX402(client, wallet, { name: 'get-tides-port', arguments: { port: 'cuxhaven' } })
    expect([result.isError ?? false, host.runs.get('cuxhaven')]).toEqual([false, 1])
    expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual({ port: 'cuxhaven', run: 1 })
    await client.close()
  } finally {
    await host.close()
  }
})
