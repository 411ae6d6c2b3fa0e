import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RpcUnreachable } from '../chain/chain.ts'
import type { Chain } from '../chain/chain.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { FailPointName } from '../shared/fail-point.ts'
import { startMachine, until } from './machine.fixture.ts'
import type { Machine } from './machine.fixture.ts'
import { price, sell } from './sale.fixture.ts'
import { createKeySigner } from './signer.ts'
import { newWallet, openTestWorld } from './test-world.fixture.ts'
import type { TestChain, TestWallet, TestWorld } from './test-world.fixture.ts'
import { startStopwatch } from '../../test/support/stopwatch.ts'

let world: TestWorld
let base: TestChain
let ledger: Ledger
let signer: TestWallet
const payers = Array.from({ length: 8 }, newWallet)

beforeAll(async () => {
  world = await openTestWorld()
  base = world.base
  await base.fund(
    payers.map((payer) => payer.address),
    1_000_000n,
  )
})
afterAll(() => world.close())

async function begin(): Promise<void> {
  ledger = await world.ledger()
  signer = newWallet()
  await base.fund([signer.address], 0n)
}

async function start(instance: string, options: { stopAt?: FailPointName; chain?: Chain; recoverMs?: number } = {}): Promise<Machine> {
  const machine = startMachine({
    ledger,
    chains: [options.chain ?? base.chain],
    signers: [signer],
    instance,
    ...(options.stopAt ? { stopAt: options.stopAt } : {}),
    policy: options.recoverMs === undefined ? {} : { recoverMs: options.recoverMs },
  })
  await machine.settler.recover()
  machine.settler.start()
  return machine
}

const sales = (count: number, instance = 'one') =>
  Promise.all(payers.slice(0, count).map((payer) => sell(ledger, base, world.payTo, { payer, instance })))
const states = async () => (await ledger.totals()).map(({ state, payments }) => [state, Number(payments)])
const allSettled = (count: number) => until('settled', async () => JSON.stringify(await states()) === JSON.stringify([['settled', count]]))

describe('a process that dies', () => {
  test.each(['stored', 'sent'] as const)(
    'a signer that retires finishes the transaction that was just %s, and the new signer sends all others',
    async (stopAt) => {
      await begin()
      const retiring = createKeySigner(signer.privateKey, { retiring: true })
      const fresh = newWallet()
      await base.fund([fresh.address], 0n)
      const before = await base.balance(world.payTo)
      const dead = await start('one', { stopAt })
      const [left] = await sales(1)
      void dead.settler.settle(left!, 60_000)
      await until('dead', () => dead.stopped)

      const successor = startMachine({ ledger, chains: [base.chain], signers: [fresh], remoteSigners: [retiring], instance: 'two' })
      await successor.settler.recover()
      successor.settler.start()
      const payments = await Promise.all(payers.slice(1, 4).map((payer) => sell(ledger, base, world.payTo, { payer, instance: 'two' })))
      const all = [(await ledger.find(left!.id))!, ...payments]
      const outcomes = await Promise.all(all.map((payment) => successor.settler.settle(payment, 60_000)))
      expect(outcomes.map(({ kind }) => kind)).toEqual(all.map(() => 'settled'))
      expect((await base.balance(world.payTo)) - before).toBe(4n * price)
      expect(await base.chain.accountNonce(signer.address, 'latest')).toBe(1)
      expect(await base.chain.accountNonce(fresh.address, 'latest')).toBeGreaterThan(0)
      successor.stop()
    },
  )

  test.each(['stored', 'sent', 'mined', 'settled'] as const)(
    'when a transaction was just %s: its successor charges each payment once',
    async (stopAt) => {
      await begin()
      const before = await base.balance(world.payTo)
      const dead = await start('one', { stopAt })
      const payments = await sales(5)
      for (const payment of payments) void dead.settler.settle(payment, 60_000)
      await until('dead', () => dead.stopped)
      const successor = await start('two')
      const again = await Promise.all(payments.map(async ({ id }) => successor.settler.settle((await ledger.find(id))!, 60_000)))
      expect(again.map((outcome) => outcome.kind)).toEqual(payments.map(() => 'settled'))
      expect(await states()).toEqual([['settled', 5]])
      expect((await base.balance(world.payTo)) - before).toBe(5n * price)
      expect(await base.chain.accountNonce(signer.address, 'latest')).toBe(1)
      expect(await ledger.openSlots({ network: base.chain.network.id, signer: signer.address.toLowerCase() as `0x${string}` })).toEqual([])
      await successor.settler.drain(1_000)
    },
  )

  test('before it sent what was served: its successor settles that without a new request', async () => {
    await begin()
    const before = await base.balance(world.payTo)
    await sales(4)
    const successor = await start('two')
    await allSettled(4)
    expect((await base.balance(world.payTo)) - before).toBe(4n * price)
    await successor.settler.drain(1_000)
  })

  test('during the run: nothing is charged, and the payment may be used again', async () => {
    await begin()
    const payment = await sell(ledger, base, world.payTo, { payer: payers[0]!, unserved: true })
    const successor = await start('two')
    expect(await ledger.find(payment.id)).toMatchObject({ state: 'released', reason: 'interrupted' })
    expect(await base.chain.accountNonce(signer.address, 'pending')).toBe(0)
    await successor.settler.drain(1_000)
  })

  test('repeatedly, at every step: each payment is charged once', async () => {
    await begin()
    const before = await base.balance(world.payTo)
    const deaths: FailPointName[] = ['stored', 'sent', 'mined', 'settled', 'mined', 'stored', 'settled', 'sent']
    for (const [index, stopAt] of deaths.entries()) {
      const life = startMachine({ ledger, chains: [base.chain], signers: [signer], instance: `life ${index}`, stopAt })
      void life.settler.recover().then(() => life.settler.start())
      for (const payment of await sales(2, `life ${index}`)) void life.settler.settle(payment, 60_000)
      await until(`dead: ${stopAt}`, () => life.stopped)
    }
    const last = await start('last')
    await allSettled(16)
    expect((await base.balance(world.payTo)) - before).toBe(16n * price)
    await last.settler.drain(1_000)
  })

  test('while the key is used elsewhere for the nonce of what it had stored', async () => {
    await begin()
    const before = await base.balance(world.payTo)
    const dead = await start('one', { stopAt: 'stored' })
    for (const payment of await sales(3)) void dead.settler.settle(payment, 60_000)
    await until('dead', () => dead.stopped)
    await base.node.call('anvil_impersonateAccount', signer.address)
    await base.node.call('eth_sendTransaction', {
      from: signer.address,
      to: signer.address,
      value: '0x1',
      gas: '0x5208',
      gasPrice: '0x77359400',
    })
    await base.node.call('evm_mine')
    const successor = await start('two')
    await allSettled(3)
    expect((await base.balance(world.payTo)) - before).toBe(3n * price)
    await successor.settler.drain(1_000)
  })

  test('and a chain that lost its last blocks and nonces: the gap is filled and everything is settled again', async () => {
    await begin()
    const before = await base.balance(world.payTo)
    const first = await start('one')
    const settled = await Promise.all((await sales(3)).map((payment) => first.settler.settle(payment, 60_000)))
    expect(settled.every((outcome) => outcome.kind === 'settled')).toBe(true)
    first.stop()
    base.hold()
    await base.reorganise()
    await base.node.call('anvil_dropAllTransactions')
    base.go()
    expect(await base.balance(world.payTo)).toBe(before)
    const successor = await start('two')
    await until('settled again', async () => (await base.balance(world.payTo)) - before === 3n * price)
    await allSettled(3)
    await successor.settler.drain(1_000)
  })
})

describe('recovery', () => {
  test('ends in bounded time when a chain does not answer, and goes on in the background', async () => {
    await begin()
    await sales(3)
    let cut = true
    const chain = new Proxy(base.chain, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown
        if (typeof member !== 'function' || name === 'transferCall') return member
        return (...values: unknown[]) =>
          cut
            ? new Promise((_, reject) => setTimeout(reject, 200, new RpcUnreachable('cut')))
            : (member as (...all: unknown[]) => unknown)(...values)
      },
    })
    const elapsed = startStopwatch()
    const successor = await start('two', { chain, recoverMs: 300 })
    expect(elapsed()).toBeLessThan(10_000)
    expect(await states()).toEqual([['served', 3]])
    cut = false
    await allSettled(3)
    await successor.settler.drain(1_000)
  })

  test('takes over from an instance that has ended, but not from one that runs', async () => {
    await begin()
    const living = await sell(ledger, base, world.payTo, { payer: payers[0]!, unserved: true, instance: 'three' })
    const machine = await start('three')
    expect((await ledger.find(living.id))!.state).toBe('claimed')
    await machine.settler.drain(1_000)
    const successor = await start('four')
    expect((await ledger.find(living.id))!.state).toBe('released')
    await successor.settler.drain(1_000)
  })
})

/** One of several that share the ledger. */
async function live(instance: string, options: Partial<Parameters<typeof startMachine>[0]> & { chain?: Chain } = {}): Promise<Machine> {
  const { chain = base.chain, ...rest } = options
  const machine = startMachine({ ledger, chains: [chain], signers: [signer], instance, alone: false, ...rest })
  await machine.settler.recover()
  machine.settler.start()
  return machine
}

describe('two instances on one ledger with one signer', () => {
  test('one of them sends, and settles what the other has served; both learn the outcome', async () => {
    await begin()
    const before = await base.balance(world.payTo)
    const { settler: owner } = await live('owner')
    const { settler: other } = await live('other', { policy: { leaseMs: 60_000 } })
    // Its lease is long, and not waited for.
    const payment = await sell(ledger, base, world.payTo, { payer: payers[0]!, instance: 'other', leaseMs: 60_000 })
    expect((await other.settle(payment, 60_000)).kind).toBe('settled')
    expect(await ledger.find(payment.id)).toMatchObject({ state: 'settled', instance: 'owner' })
    expect((await base.balance(world.payTo)) - before).toBe(price)
    await owner.drain(1_000)
    // The signers that it gave back are taken as soon as there is something to send.
    const second = await sell(ledger, base, world.payTo, { payer: payers[1]!, instance: 'other' })
    expect((await other.settle(second, 15_000)).kind).toBe('settled')
    expect(await ledger.find(second.id)).toMatchObject({ instance: 'other' })
    await other.drain(1_000)
  })

  test('one that dies leaves everything to the other as soon as its own lease has run out, however long the rest is leased', async () => {
    await begin()
    const before = await base.balance(world.payTo)
    const dead = await live('dead', { policy: { leaseMs: 60_000 }, stopAt: 'stored' })
    const payments = await Promise.all(
      payers.slice(0, 4).map((payer) => sell(ledger, base, world.payTo, { payer, instance: 'dead', leaseMs: 60_000 })),
    )
    const interrupted = await sell(ledger, base, world.payTo, { payer: payers[4]!, instance: 'dead', leaseMs: 60_000, unserved: true })
    for (const payment of payments) void dead.settler.settle(payment, 60_000)
    await until('dead', () => dead.stopped)
    const { settler } = await live('other', { instanceLease: { lapses: 0, hasRunOut: () => false, endedBy: () => Date.now() } })
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect((await states()).map(([state]) => state)).not.toContain('settled')
    await ledger.takeLease({ name: 'instance:dead', owner: 'dead', until: Date.now(), now: Date.now(), force: false })
    await until('settled', async () => (await states()).some(([state, count]) => state === 'settled' && count === 4))
    expect((await ledger.find(interrupted.id))!.state).toBe('released')
    expect((await base.balance(world.payTo)) - before).toBe(4n * price)
    await settler.drain(1_000)
  })

  test('one that does not know that it lost the signer sends nothing, and hands over what it has', async () => {
    await begin()
    const before = await base.balance(world.payTo)
    const stalled = await live('stalled')
    // As another one takes it from an instance whose own lease has run out.
    const name = `settler:${base.chain.network.id}:${signer.address.toLowerCase()}`
    await ledger.takeLease({ name, owner: 'heir', until: Date.now() + 60_000, now: Date.now(), force: true })
    const payment = await sell(ledger, base, world.payTo, { payer: payers[0]!, instance: 'stalled', leaseMs: 60_000 })
    const waiting = stalled.settler.settle(payment, 60_000)
    await until('handed over', async () => (await ledger.find(payment.id))!.leaseUntil === 0)
    expect(await ledger.find(payment.id)).toMatchObject({ state: 'served', transaction: null })
    expect(await base.chain.accountNonce(signer.address, 'pending')).toBe(0)
    const heir = await live('heir')
    expect(await waiting).toMatchObject({ kind: 'settled', payment: { instance: 'heir' } })
    expect((await base.balance(world.payTo)) - before).toBe(price)
    for (const { settler } of [stalled, heir]) await settler.drain(1_000)
  })

  test('one that is taken over between storing and sending sends the same bytes as the other: they are paid once', async () => {
    await begin()
    const before = await base.balance(world.payTo)
    const late = { resolve: () => {} }
    const stuck = new Promise<void>((resolve) => (late.resolve = resolve))
    const chain = { ...base.chain, send: (raw: `0x${string}`) => stuck.then(() => base.chain.send(raw)) }
    const slow = await live('slow', { chain })
    const payment = await sell(ledger, base, world.payTo, { payer: payers[0]!, instance: 'slow', leaseMs: 60_000 })
    const waiting = slow.settler.settle(payment, 60_000)
    await until('stored', async () => (await ledger.find(payment.id))!.state === 'settling')
    await ledger.takeLease({ name: 'instance:slow', owner: '', until: Date.now(), now: Date.now(), force: true })
    const heir = await live('heir')
    await until('settled', async () => (await ledger.find(payment.id))!.state === 'settled')
    late.resolve()
    expect((await waiting).kind).toBe('settled')
    // Whoever goes on settles the next one under the next nonce.
    const next = await sell(ledger, base, world.payTo, { payer: payers[0]!, instance: 'slow' })
    expect((await slow.settler.settle(next, 60_000)).kind).toBe('settled')
    expect((await base.balance(world.payTo)) - before).toBe(2n * price)
    expect(await base.chain.accountNonce(signer.address, 'pending')).toBe(2)
    for (const { settler } of [slow, heir]) await settler.drain(1_000)
  })
})
