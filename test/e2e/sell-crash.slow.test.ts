import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openInstances } from '../instances.ts'
import { openKillable, type KillableService, type KillAt } from '../killable-service.ts'
import { closeService } from '../service-in-process.ts'
import { callUntilAnswered, callWith, receiptOf, signPayment, termsOf, usdcOf } from '../signed-payments.ts'
import { startScriptedUpstream, type ScriptedUpstream } from '../support/scripted-upstream.ts'

const folder = mkdtempSync(join(tmpdir(), 'farthing-sell-crash-'))
const file = join(folder, 'offers.yaml')
let upstream: ScriptedUpstream

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  writeFileSync(
    file,
    `upstreams: { api: { url: '${upstream.url}', private: true, timeoutSeconds: 60 } }
offers:
  - { route: 'POST /things/{name}', id: make, price: 0.02 }
  - { route: 'GET /feed/{name}', price: 0.03, answer: { types: [text/event-stream], streams: true } }
`,
  )
})
afterAll(async () => {
  await upstream?.close()
  rmSync(folder, { recursive: true })
})

const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
const keysOf = (name: string) =>
  upstream.asked.filter(({ url }) => url.endsWith(`/${name}`)).map(({ headers }) => String(headers['idempotency-key']))

describe('a service that sells an API of somebody else and is killed', () => {
  let killable: KillableService
  beforeAll(async () => {
    killable = await openKillable({ OFFERS_FILE: file })
  })
  afterAll(() => killable?.close())
  const paidIn = () => usdcOf(killable.chain, killable.sandbox.payTo)

  test.each<{ at: KillAt; runs: number }>([
    { at: 'claimed', runs: 1 },
    { at: 'worked', runs: 2 },
    { at: 'stored', runs: 1 },
    { at: 'sent', runs: 1 },
    { at: 'mined', runs: 1 },
    { at: 'settled', runs: 1 },
  ])('when a payment is $at: it is charged once, and the API is asked under one key (R14)', async ({ at, runs }) => {
    const account = await killable.wallet()
    const doomed = await killable.killedAt(at)
    const path = `/things/killed-${at}`
    const before = await paidIn()
    const payment = await signPayment(await termsOf(doomed.url, path, post), account)
    const call = callUntilAnswered(doomed.url + path, payment, post).catch(() => null)
    expect(await doomed.ended).toBe('SIGKILL')
    await call
    const again = await killable.startNext(null)
    const texts = new Set<string>()
    for (let turn = 0; turn < 3; turn++) {
      const response = await callUntilAnswered(again.url + path, payment, post)
      expect([response.status, (await receiptOf(response)).state]).toEqual([200, 'settled'])
      texts.add(await response.text())
    }
    const keys = keysOf(`killed-${at}`)
    expect([texts.size, keys.length, new Set(keys).size]).toEqual([1, runs, 1])
    expect((await paidIn()) - before).toBe(20_000n)
  })

  test('in the middle of a stream: its payment buys all of it again, and is charged once', async () => {
    upstream.behaviours.set('long', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
    })
    const account = await killable.wallet()
    const doomed = await killable.killedAt(null)
    const before = await paidIn()
    const payment = await signPayment(await termsOf(doomed.url, '/feed/long'), account)
    const first = await callUntilAnswered(`${doomed.url}/feed/long`, payment)
    const reader = first.body!.getReader()
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('data: 1\n\n')
    doomed.child.kill('SIGKILL')
    await expect(reader.read()).rejects.toThrow()
    upstream.behaviours.set('long', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\ndata: 2\n\n')
    })
    const again = await killable.startNext(null)
    for (let turn = 0; turn < 2; turn++) {
      const whole = await callUntilAnswered(`${again.url}/feed/long`, payment)
      expect([whole.status, await whole.text()]).toEqual([200, 'data: 1\n\ndata: 2\n\n'])
    }
    expect(new Set(keysOf('long')).size).toBe(1)
    expect((await paidIn()) - before).toBe(30_000n)
  })
})

test('two instances ask the API once for a payment that comes to both, and for one payment-identifier (R13)', async () => {
  const world = await openInstances()
  try {
    const database = await world.server.createDatabase()
    const services = [await world.open(database, { OFFERS_FILE: file }), await world.open(database, { OFFERS_FILE: file })] as const
    const account = await world.wallet()
    const before = await world.earned()
    const terms = await termsOf(services[0].url, '/things/both', post)
    const payment = await signPayment(terms, account)
    const turn = (index: number) => `${services[index % 2]!.url}/things/both`
    const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => callUntilAnswered(turn(index), payment, post)))
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1)
    expect(keysOf('both').length).toBe(1)

    const named = await Promise.all(
      Array.from({ length: 8 }, () => signPayment(terms, account, { paymentIdentifier: 'pay_of-both-replicas' })),
    )
    const answers = await Promise.all(named.map((one, index) => callUntilAnswered(turn(index), one, post)))
    const receipts = await Promise.all(answers.map(receiptOf))
    expect([new Set(receipts.map(({ id }) => id)).size, keysOf('both').length]).toEqual([1, 2])
    await vi.waitFor(async () => expect((await world.earned()) - before).toBe(40_000n), 60_000)
    const other = await callWith(`${services[1].url}/things/other`, payment, post)
    expect(other.status).toBeGreaterThanOrEqual(400)
    for (const service of services) await closeService(service)
  } finally {
    await world.close()
  }
})
