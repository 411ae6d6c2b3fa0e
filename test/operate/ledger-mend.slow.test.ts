import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerCommand } from '../../src/commands/ledger.ts'
import { createForwarder, type Forwarder } from '../forwarder.ts'
import { callWith, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { submitAuthorization } from '../own-transaction.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { engines, openLedgerPlaces, type LedgerPlaces, type Place } from './both-engines.ts'
import { readOperator, runOperator } from './run-operator.ts'

/** So long that only the test makes blocks. */
const noBlocks = 600_000
const base = 'eip155:8453'
const price = 7_500n

describe.each(engines)('farthing ledger on %s, with a node that is cut', (engine) => {
  let places: LedgerPlaces
  let place: Place
  let node: Forwarder
  let service: TestService
  let payer: Account
  /** Cuts the node as soon as a payment is claimed, so that it can't be sent. */
  let cutAfterClaim = false
  beforeAll(async () => {
    places = await openLedgerPlaces(engine)
    place = await places.make()
    service = await startTestService({
      ownSandbox: { blockMs: noBlocks },
      env: { ...place, ANSWER_WITHIN_SECONDS: '3' },
      async endpoints({ endpoints }) {
        node = await createForwarder(endpoints.find(({ network }) => network === base)!.urls[0]!)
        await node.open()
        return endpoints.map((one) => (one.network === base ? { ...one, urls: [node.url] } : one))
      },
      failPoint(name) {
        if (name !== 'claimed' || !cutAfterClaim) return
        cutAfterClaim = false
        void node.close()
      },
    })
    payer = await service.payingWallet('1')
  })
  afterAll(async () => {
    await node?.open().catch(() => {})
    await service?.close()
    await node?.close()
    await places?.close()
  })

  const run = (...args: string[]) => runOperator(ledgerCommand, place, ...args)
  const json = (...args: string[]) => readOperator(ledgerCommand, place, ...args)
  const stateOf = async (id: string) => (await json('show', id)).payments[0].state
  /** Asks the chain itself, whether the service reaches it or not. */
  const mine = async () => {
    const { rpcUrl } = service.sandbox.world.networks.find(({ id }) => id === base)!
    await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x1'] }),
    })
  }

  /** For half an hour, so that a busy machine does not let it end while it is stuck. */
  const sign = async (path: string) =>
    signPayment(await termsOf(service.url, path), payer, { validBefore: BigInt(Math.floor(Date.now() / 1000) + 1_800) })

  async function payStuck(): Promise<{ readonly id: string; readonly payment: string }> {
    const payment = await sign(priceOfBitcoin)
    const answer = await callWith(service.url + priceOfBitcoin, payment)
    expect([503, 504]).toContain(answer.status)
    return { id: (await receiptOf(answer)).id, payment }
  }
  /** Until its network is offered again. */
  const backAgain = () =>
    expect.poll(async () => (await termsOf(service.url, priceOfBitcoin)).accepts.map(({ network }) => network)).toContain(base)

  test('retry of a payment that is sent and not mined says so, and that it is settled when it is', async () => {
    const { id, payment } = await payStuck()
    expect(await stateOf(id)).toBe('settling')
    expect(await run('retry', id)).toMatchObject({
      code: 1,
      err: '',
      out: expect.stringMatching(/Transaction 0x[0-9a-f]{64} is sent and not in a block yet/),
    })
    await node.close()
    expect(await json('retry', id)).toMatchObject({ receipt: id, state: 'settling', done: false })
    await mine()
    await node.open()
    await backAgain()
    await expect.poll(async () => (await run('retry', id)).code).toBe(0)
    expect(await json('retry', id)).toMatchObject({ receipt: id, state: 'settled', done: true, said: 'It is settled already.' })
    const answer = await callWith(service.url + priceOfBitcoin, payment)
    expect([answer.status, answer.headers.get('idempotent-replay')]).toEqual([200, 'true'])
  })

  test('retry of a payment that was answered and could not be sent names what holds it up, and sends it when that ends', async () => {
    cutAfterClaim = true
    const { id } = await payStuck()
    expect(await stateOf(id)).toBe('served')
    const stuck = await json('retry', id)
    expect(stuck).toMatchObject({
      receipt: id,
      state: 'served',
      done: false,
      said: expect.stringMatching(/^(Nothing can be sent on|It waits to be sent)/),
    })
    expect((await json('show', id)).payments[0]).toMatchObject({
      money: expect.stringMatching(
        /are with the payer 0x[0-9a-f]{40}: the settlement waits to be sent; its authorization can be submitted until/,
      ),
      next: `The service settles it by itself. If it is stuck: farthing ledger retry ${id}`,
    })
    await node.open()
    await backAgain()
    await expect
      .poll(async () => {
        await mine()
        return (await json('retry', id)).done
      })
      .toBe(true)
    expect(await stateOf(id)).toBe('settled')
  })

  test('credit asks the chain: nothing without the node, nothing where it was not paid, and a credit where it was', async () => {
    const unknown = '/v1/market/price/NOSUCHCOIN'
    const payment = await sign(unknown)
    const failed = await callWith(service.url + unknown, payment)
    expect(failed.status).toBe(404)
    const { id } = await receiptOf(failed)
    await node.close()
    expect(await run('credit', id)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^farthing ledger: the node of Base does not answer/),
    })
    await node.open()
    await backAgain()
    await expect.poll(async () => (await run('credit', id)).out).toMatch(/is not used\. Nothing is owed\./)
    const submitted = submitAuthorization(service, payer, payment)
    let done = false
    void submitted.then(() => (done = true))
    await expect
      .poll(async () => {
        await mine()
        return done
      })
      .toBe(true)
    expect(await json('credit', id)).toMatchObject({ receipt: id, state: 'credit', done: true })
    expect(await json('credit', id)).toMatchObject({ said: 'It is a credit already.', done: true })
    // Its money is here, so there is nothing to settle.
    expect(await run('retry', id)).toMatchObject({ code: 0, out: `${id}: It is settled already.\n` })
    const answered = await callWith(service.url + priceOfBitcoin, payment)
    expect([answered.status, (await receiptOf(answered)).id]).toEqual([200, id])
  })

  test('list, show and why read the ledger, with their exit codes and as JSON', async () => {
    const { payments } = await json('list', '--payer', payer.address)
    expect(payments.map(({ state }: { state: string }) => state)).toEqual(['settled', 'settled', 'settled', 'free'])
    expect((await json('list', '--state', 'settled', '--offer', 'market-price', '--since', '2020-01-01')).payments).toHaveLength(3)
    expect(await run('list', '--state', 'owed')).toMatchObject({ code: 0, out: 'no payment fits\n' })
    expect(await run('show', payments[0].transaction)).toMatchObject({ code: 0, out: expect.stringContaining(payments[0].receipt) })
    expect(await run('show', `0x${'0'.repeat(64)}`)).toMatchObject({ code: 1, out: 'no payment in this ledger has this transaction\n' })
    expect(await json('why', payer.address)).toMatchObject({ payer: payer.address.toLowerCase(), refused: [] })
    for (const wrong of [
      ['show'],
      ['retry', payer.address],
      ['credit', 'x'],
      ['why', payments[0].receipt],
      ['list', '--state', 'lost'],
      ['nothing', 'x'],
    ])
      expect([wrong, (await run(...wrong)).code]).toEqual([wrong, 2])
    expect(await run('retry', '0'.repeat(32))).toMatchObject({ code: 1, err: expect.stringMatching(/there is no receipt/) })
  })

  test('every payment was charged exactly once', async () => {
    expect(await usdcOf(service.chain(), service.sandbox.payTo)).toBe(3n * price)
  })
})
