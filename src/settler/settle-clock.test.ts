import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { RpcUnreachable } from '../chain/chain.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import type { Hex } from '../shared/bytes.ts'
import { startMachine, until } from './machine.fixture.ts'
import type { Machine } from './machine.fixture.ts'
import type { SettlerPolicy } from './policy.ts'
import { price, sell } from './sale.fixture.ts'
import { newWallet, openTestWorld } from './test-world.fixture.ts'
import type { TestChain, TestWorld } from './test-world.fixture.ts'

let world: TestWorld
let base: TestChain
let ledger: Ledger
let machine: Machine
const signer = newWallet()
const payer = newWallet()
/** How far the settler's clock is from the machine's. The authorizations of these tests are good for ten minutes. */
let offset = 0
const minute = 60_000

beforeAll(async () => {
  world = await openTestWorld()
  base = world.base
  await base.fund([signer.address, payer.address], 1_000_000n)
})
afterAll(() => world.close())

async function begin(chain: Chain, policy: Partial<SettlerPolicy> = {}): Promise<void> {
  offset = 0
  ledger = await world.ledger()
  machine = startMachine({ ledger, chains: [chain], signers: [signer], policy, clock: { now: () => Date.now() + offset } })
  await machine.settler.recover()
  machine.settler.start()
}

/** Stored by an earlier process under a key that is gone, and never sent: only its fate says what is to be done. */
async function saleOfUnknownFate(): Promise<Payment> {
  const { id } = await sale()
  const transaction = { hash: `0x${'ab'.repeat(32)}`, raw: '0x00', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, storedAt: 0 } as const
  await ledger.recordTransaction({
    network: base.chain.network.id,
    signer: newWallet().address,
    nonce: 0,
    transaction,
    payments: [id],
    at: 0,
  })
  return (await ledger.find(id))!
}

const sale = () => sell(ledger, base, world.payTo, { payer })

describe('a clock that is put back by minutes', () => {
  test('does not keep a transaction that was lost from being sent again', async () => {
    await begin(base.chain)
    base.hold()
    const before = await base.balance(world.payTo)
    const payment = await sale()
    const settling = machine.settler.settle(payment, 60_000)
    await until('sent', async () => (await ledger.find(payment.id))?.state === 'settling')
    await until('in the pool', async () => Number((await base.node.call<{ pending: string }>('txpool_status')).pending) === 1)
    await base.node.call('anvil_dropTransaction', (await ledger.find(payment.id))!.transaction)
    offset = -10 * minute
    base.go()
    expect((await settling).kind).toBe('settled')
    expect((await base.balance(world.payTo)) - before).toBe(price)
    await machine.settler.drain(1_000)
  })

  test('does not delay the next lookup of a payment', async () => {
    let cut = true
    let looks = 0
    await begin({
      ...base.chain,
      authorizationFate: (...question) => {
        looks += 1
        return cut ? Promise.reject(new RpcUnreachable('cut')) : base.chain.authorizationFate(...question)
      },
    })
    const settling = machine.settler.settle(await saleOfUnknownFate(), 60_000)
    await until('looked at in vain', () => looks >= 2)
    offset = -10 * minute
    cut = false
    expect((await settling).kind).toBe('settled')
    await machine.settler.drain(1_000)
  })

  test('does not extend the pause of a signer', async () => {
    let poor = true
    await begin({ ...base.chain, send: async (raw) => (poor ? 'no_gas_money' : base.chain.send(raw)) })
    const first = await sale()
    expect((await machine.settler.settle(first, 300)).kind).toBe('pending')
    const stalled = () => !machine.settler.canSettle(base.chain.network.id, { amount: 1n })
    // It is tried again now and then.
    await until('at rest', stalled)
    offset = -10 * minute
    poor = false
    await until('it goes on', () => !stalled())
    await until('settled', async () => (await machine.settler.settle(first, 60_000)).kind === 'settled')
    expect((await machine.settler.settle(await sale(), 60_000)).kind).toBe('settled')
    await machine.settler.drain(1_000)
  })
})

describe('a clock behind that of the chain', () => {
  /** The newest block is later than any authorization that the settler's clock has seen expire. */
  async function beginBehind(): Promise<void> {
    await begin(base.chain)
    offset = -5 * minute
    await base.node.call('evm_mine')
  }
  const expiredByTheChain = () =>
    sell(ledger, base, world.payTo, { payer, validBefore: BigInt(Math.floor(Date.now() / 1000) - minute / 1000) })

  test('bars no payer whose authorization the chain takes for expired', async () => {
    await beginBehind()
    const ended = await machine.settler.settle(await expiredByTheChain(), 60_000)
    expect(ended).toMatchObject({ kind: 'refused', reason: 'invalid_exact_evm_payload_authorization_valid_before' })
    expect(await ledger.barredUntil({ payer: payer.address, now: Date.now() })).toBe(0)
    expect((await machine.settler.settle(await sale(), 60_000)).kind).toBe('settled')
    await machine.settler.drain(1_000)
  })

  test('still bars a payer who spent the money in the meantime', async () => {
    await beginBehind()
    const spender = newWallet()
    await base.fund([spender.address], price)
    const payment = await sell(ledger, base, world.payTo, { payer: spender })
    await base.transfer(spender, payer.address, price)
    expect(await machine.settler.settle(payment, 60_000)).toMatchObject({ kind: 'refused' })
    expect(await ledger.barredUntil({ payer: spender.address, now: Date.now() })).toBeGreaterThan(Date.now())
    await machine.settler.drain(1_000)
  })
})

describe('a clock that is put forward by minutes', () => {
  test('does not keep one payment waiting for the next lookup of another', async () => {
    let cut: Hex | null = null
    let looks = 0
    await begin({
      ...base.chain,
      authorizationFate: (payer, nonce, from) => {
        if (nonce !== cut) return base.chain.authorizationFate(payer, nonce, from)
        looks += 1
        return Promise.reject(new RpcUnreachable('cut'))
      },
    })
    const old = await saleOfUnknownFate()
    cut = old.authorization!.nonce
    void machine.settler.settle(old, 1)
    // By then it is looked at every few seconds only.
    await until('looked at often', () => looks >= 6)
    offset = 5 * minute
    expect((await machine.settler.settle(await saleOfUnknownFate(), 3_000)).kind).toBe('settled')
    machine.stop()
  })
})

describe('a clock that is put forward by minutes, and back', () => {
  test('makes a payment wait that seems to have expired, and settles it once', async () => {
    await begin(base.chain, { tagFinalityMs: 20 * minute })
    base.hold()
    const before = await base.balance(world.payTo)
    const payment = await sale()
    const settling = machine.settler.settle(payment, 60_000)
    await until('sent', async () => (await ledger.find(payment.id))?.state === 'settling')
    offset = 15 * minute
    await new Promise((resolve) => setTimeout(resolve, 500))
    offset = 0
    base.go()
    expect((await settling).kind).toBe('settled')
    expect((await base.balance(world.payTo)) - before).toBe(price)
    await machine.settler.drain(1_000)
  })
})
