import { createServer } from 'node:http'
import { join } from 'node:path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFarthing } from '../../../src/library/create-farthing.ts'
import type { Charge, FastifyReply, FastifyRequest } from '../../../src/library/charge.ts'
import type { Farthing } from '../../../src/library/farthing.ts'
import { callUntilAnswered, callWith, decodePayment, receiptOf, signPayment, termsOf, type Account } from '../../signed-payments.ts'
import { sharedSandbox } from '../../shared-sandbox.ts'
import { installNpmPackages, type NpmPackages } from './npm-packages.ts'

/** The part of Fastify that is used here. It is none of our dependencies. */
interface FastifyApp {
  get(path: string, options: { preHandler: Charge }, handler: Handler): void
  post(path: string, options: { preHandler: Charge }, handler: Handler): void
  setNotFoundHandler(handler: (request: FastifyRequest, reply: FastifyReply) => void): void
  ready(): Promise<unknown>
  routing(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}
type Handler = (request: Asked, reply: { code(status: number): { send(body: unknown): unknown } }) => Promise<unknown>
interface Asked extends FastifyRequest {
  readonly params: Readonly<Record<string, string>>
}

let packages: NpmPackages
let app: FastifyApp
let farthing: Farthing
let wallet: Account
let url: string
const runs = new Map<string, number>()
let route: FastifyApp['routing'] = () => {}
const server = createServer((request, response) => route(request, response))

beforeAll(async () => {
  packages = await installNpmPackages('fastify@5.12.8')
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = {
    DATA_DIR: join(packages.folder, 'data'),
    LOG_LEVEL: 'error',
    RATE_LIMIT_BURST: '10000',
    NODE_ANSWER_MS: '10000',
    ANSWER_WITHIN_SECONDS: '120',
  }
  const sandbox = await sharedSandbox()
  farthing = await createFarthing({ url, settings }, { openSandbox: async () => sandbox, ownLines: async () => ({}) })
  const { default: fastify } = (await import(pathToFileURL(packages.file('fastify/fastify.js')).href)) as { default: () => FastifyApp }
  app = fastify()
  app.get('/tides/:port', { preHandler: farthing.charge('0.01') }, async ({ params: { port = '' } }, reply) => {
    runs.set(port, (runs.get(port) ?? 0) + 1)
    if (port === 'broken') throw new Error('secret stack')
    if (port === 'nowhere') return reply.code(404).send({ error: 'no such port' })
    return reply.code(port === 'made' ? 201 : 200).send({ port, run: runs.get(port) })
  })
  app.get('/slow', { preHandler: farthing.charge('0.01', { deadlineMs: 100 }) }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    runs.set('slow', 1)
    return { late: true }
  })
  app.post('/sums', { preHandler: farthing.charge('0.02', { route: 'POST /sums' }) }, async ({ body }) => {
    return { sum: (body as { numbers: number[] }).numbers.reduce((sum, one) => sum + one, 0) }
  })
  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    farthing.documents(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
  })
  await app.ready()
  route = (request, response) => app.routing(request, response)
  wallet = privateKeyToAccount(generatePrivateKey())
  await sandbox.world.fund(wallet.address, '5')
})
afterAll(async () => {
  await app?.close()
  await farthing?.close()
  server.closeAllConnections()
  server.close()
  packages?.close()
})

const pay = async (path: string) => {
  const payment = await signPayment(await termsOf(url, path), wallet)
  return { payment, response: await callUntilAnswered(url + path, payment) }
}

test('a route of Fastify asks for its price before its handler runs', async () => {
  const response = await fetch(`${url}/tides/unpaid`)
  expect([response.status, runs.get('unpaid')]).toEqual([402, undefined])
})

test('a payment runs the handler once, however often and at once it is sent', async () => {
  const payment = await signPayment(await termsOf(url, '/tides/brest'), wallet)
  const responses = await Promise.all(Array.from({ length: 20 }, () => callUntilAnswered(`${url}/tides/brest`, payment)))
  const texts = new Set(await Promise.all(responses.map((response) => response.text())))
  expect([...texts, runs.get('brest')]).toEqual(['{"port":"brest","run":1}', 1])
  expect(decodePayment(responses[0]!.headers.get('payment-response')!)).toMatchObject({ success: true })
})

test('a 201 stays a 201, a refusal goes out as it is, a failure says nothing of the inside, and neither is charged', async () => {
  const { payment, response } = await pay('/tides/made')
  expect([response.status, (await callUntilAnswered(`${url}/tides/made`, payment)).status]).toEqual([201, 201])
  const { response: refused } = await pay('/tides/nowhere')
  expect([refused.status, await refused.json()]).toEqual([404, { error: 'no such port' }])
  const { response: failed } = await pay('/tides/broken')
  expect([failed.status, (await failed.text()).includes('secret')]).toEqual([502, false])
})

test('a body is a part of what was paid for', async () => {
  const asked = (numbers: number[]) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ numbers }),
  })
  const payment = await signPayment(await termsOf(url, '/sums', asked([1, 2])), wallet)
  const paid = await callUntilAnswered(`${url}/sums`, payment, asked([1, 2]))
  expect([paid.status, await paid.json()]).toEqual([200, { sum: 3 }])
  expect((await callWith(`${url}/sums`, payment, asked([5, 5]))).status).not.toBe(200)
})

test('a handler that is late costs nothing, and ends nothing else', async () => {
  const payment = await signPayment(await termsOf(url, '/slow'), wallet)
  const response = await callWith(`${url}/slow`, payment)
  expect([response.status, (await receiptOf(response)).state]).toEqual([504, 'released'])
  await vi.waitUntil(() => runs.has('slow'), 60_000)
  expect((await pay('/tides/after')).response.status).toBe(200)
})

test('what agents read is served where the app has nothing', async () => {
  expect(await (await fetch(`${url}/openapi.json`)).text()).toContain('/tides/{port}')
  expect((await fetch(`${url}/nothing/here`)).status).toBe(404)
})
