import { parseTransaction } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain, Fees } from '../chain/chain.ts'
import { RpcUnreachable } from '../chain/chain.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import { keptLog, startMachine, until } from './machine.fixture.ts'
import type { Machine } from './machine.fixture.ts'
import type { SettlerPolicy } from './policy.ts'
import type { SpendingLimits } from './spending/spending-limits.ts'
import { price, sell } from './sale.fixture.ts'
import { newWallet, openTestWorld } from './test-world.fixture.ts'
import type { TestChain, TestWallet, TestWorld } from './test-world.fixture.ts'

let world: TestWorld
let base: TestChain
let ledger: Ledger
let machine: Machine
let signer: TestWallet
let said: string[]
const payers = Array.from({ length: 12 }, newWallet)

beforeAll(async () => {
  world = await openTestWorld()
  base = world.base
  await base.fund(
    payers.map((payer) => payer.address),
    1_000_000n,
  )
})
afterAll(() => world.close())

async function begin(
  chain: Chain = base.chain,
  options: { policy?: Partial<SettlerPolicy>; gas?: boolean; spending?: SpendingLimits } = {},
): Promise<void> {
  ledger = await world.ledger()
  signer = newWallet()
  if (options.gas !== false) await base.fund([signer.address], 0n)
  const kept = keptLog()
  said = kept.said
  machine = startMachine({ ledger, chains: [chain], signers: [signer], log: kept.log, policy: {}, ...options })
  await machine.settler.recover()
  machine.settler.start()
}

const sales = (count: number) => Promise.all(payers.slice(0, count).map((payer) => sell(ledger, base, world.payTo, { payer })))
const settle = (payments: readonly Payment[], ms = 60_000) => Promise.all(payments.map((payment) => machine.settler.settle(payment, ms)))
/** Until it has ended: where nothing can be sent, a caller is told at once that it is pending, and asks again. */
async function settleInTheEnd(payments: readonly Payment[]) {
  let outcomes = await settle(payments)
  await until('ended', async () => {
    if (kinds(outcomes).includes('pending')) outcomes = await settle(payments)
    return !kinds(outcomes).includes('pending')
  })
  return outcomes
}
const kinds = (outcomes: readonly { kind: string }[]) => [...new Set(outcomes.map((outcome) => outcome.kind))]

async function expectBooksEqualChain(before: bigint, settled: number): Promise<void> {
  const totals = await ledger.totals()
  expect(totals.map(({ state, payments }) => [state, payments])).toEqual([['settled', BigInt(settled)]])
  expect((await base.balance(world.payTo)) - before).toBe(BigInt(settled) * price)
}

const costsOf = ({ coinPrice }: { coinPrice: bigint }): SpendingLimits['costs'] => ({
  figures: () => ({ coinPrice, maxFeePerGas: 3_000_000_000n, perPayment: 1n }),
  observe: () => {},
})

/** A coin of 3,000 dollars and 3 gwei: one payment costs about a dollar, and brings a hundredth of one. */
const dearGas: SpendingLimits = {
  costs: costsOf({ coinPrice: 3_000_000_000n }),
  shareBasisPoints: 5_000n,
  allowancePerDay: 0n,
  contractAllowancePerDay: 0n,
}

describe('a transaction that is not mined', () => {
  test('is sent again, the same, when the node has dropped it', async () => {
    // The three travel together and their fee is never raised, however slow the machine is.
    await begin(base.chain, { policy: { batchSize: 3, batchDelayMs: 60_000, batchDelayMaxMs: 60_000, bumpAfterBlocks: 1_000 } })
    base.hold()
    const before = await base.balance(world.payTo)
    const payments = await sales(3)
    const settling = settle(payments)
    await until('sent', async () => (await base.chain.accountNonce(signer.address, 'pending')) === 1)
    const { transaction } = (await ledger.find(payments[0]!.id))!
    await base.node.call('anvil_dropTransaction', transaction)
    expect(await base.chain.accountNonce(signer.address, 'pending')).toBe(0)
    base.go()
    const outcomes = await settling
    expect(outcomes.every((one) => one.kind === 'settled' && one.payment.transaction === transaction)).toBe(true)
    await expectBooksEqualChain(before, 3)
    await machine.settler.drain(1_000)
  })

  test('gets higher fees under the same nonce when it is stuck', async () => {
    const stingy: Fees = { kind: 'eip1559', maxFeePerGas: 1_000n, maxPriorityFeePerGas: 10n }
    let sent = false
    await begin({
      ...base.chain,
      suggestFees: async () => (sent ? base.chain.suggestFees() : stingy),
      send: (raw) => {
        sent = true
        return base.chain.send(raw)
      },
    })
    const before = await base.balance(world.payTo)
    const payments = await sales(3)
    expect(kinds(await settle(payments))).toEqual(['settled'])
    expect(said).toContain('transaction replaced at higher fees')
    expect(await base.chain.accountNonce(signer.address, 'latest')).toBe(1)
    await expectBooksEqualChain(before, 3)
    await machine.settler.drain(1_000)
  })

  test('waits for a chain that does not answer, and is settled once it does', async () => {
    let cut = false
    const flaky = new Proxy(base.chain, {
      get(chain, name) {
        const member = Reflect.get(chain, name) as unknown
        if (typeof member !== 'function' || name === 'transferCall') return member
        return (...values: unknown[]) =>
          cut ? Promise.reject(new RpcUnreachable('cut')) : (member as (...all: unknown[]) => unknown)(...values)
      },
    })
    await begin(flaky)
    const before = await base.balance(world.payTo)
    const payments = await sales(4)
    cut = true
    expect(kinds(await settle(payments.slice(0, 2), 200))).toEqual(['pending'])
    cut = false
    expect(kinds(await settle(payments.slice(0, 2)))).toEqual(['settled'])
    base.hold()
    const rest = settle(payments.slice(2))
    await until('sent', async () => (await base.chain.accountNonce(signer.address, 'pending')) === 2)
    cut = true
    base.go()
    await new Promise((resolve) => setTimeout(resolve, 400))
    cut = false
    expect(kinds(await rest)).toEqual(['settled'])
    await expectBooksEqualChain(before, 4)
    await machine.settler.drain(1_000)
  })

  test('waits without loss when the signer has no money for gas', async () => {
    await begin(base.chain, { gas: false })
    const before = await base.balance(world.payTo)
    const payments = await sales(3)
    const asked = Date.now()
    expect(kinds(await settle(payments, 60_000))).toEqual(['pending'])
    expect(Date.now() - asked).toBeLessThan(30_000)
    const message = 'no signer has money for gas: settlements wait, and nothing is sold on this network'
    await until('said', () => said.includes(message))
    expect(machine.settler.canSettle(base.chain.network.id, { amount: price })).toBe(false)
    expect(machine.settler.canSettle('eip155:1', { amount: price })).toBe(true)
    await base.fund([signer.address], 0n)
    await until('it sells again', () => machine.settler.canSettle(base.chain.network.id, { amount: price }))
    expect(kinds(await settleInTheEnd(payments))).toEqual(['settled'])
    await expectBooksEqualChain(before, 3)
    await machine.settler.drain(1_000)
  })

  test('ends with its authorization where the signer never gets money, and its payers are not barred', async () => {
    await begin(base.chain, { gas: false })
    const validBefore = BigInt(Math.floor(Date.now() / 1000) + 2)
    const payments = await Promise.all(payers.slice(0, 2).map((payer) => sell(ledger, base, world.payTo, { payer, validBefore })))
    const reason = 'invalid_exact_evm_payload_authorization_valid_before'
    expect(await settleInTheEnd(payments)).toMatchObject([
      { kind: 'refused', reason },
      { kind: 'refused', reason },
    ])
    expect(await ledger.barredUntil({ payer: payments[0]!.payer, now: Date.now() })).toBe(0)
    machine.stop()
  })

  test('is not made while the gas budget leaves no room; its callers are told at once, and it goes on when there is', async () => {
    let allowance = 0n
    await begin(base.chain, {
      spending: {
        ...dearGas,
        get allowancePerDay() {
          return allowance
        },
      },
    })
    const payments = await sales(4)
    const asked = Date.now()
    expect(kinds(await settle(payments, 60_000))).toEqual(['pending'])
    expect(Date.now() - asked).toBeLessThan(30_000)
    expect(said).toContain('the gas budget of the day leaves no room: settlements wait, and nothing is sold on this network')
    expect(machine.settler.canSettle(base.chain.network.id, { amount: price })).toBe(false)
    expect((await ledger.totals()).map(({ state, payments: count }) => [state, count])).toEqual([['served', 4n]])
    allowance = 10_000_000_000n
    expect(kinds(await settleInTheEnd(payments))).toEqual(['settled'])
    expect(said).toContain('settlements go on')
    await until('it sells again', () => machine.settler.canSettle(base.chain.network.id, { amount: price }))
    await machine.settler.drain(1_000)
  })

  test('is made as long as settlements bring what they cost, without any allowance', async () => {
    // A payment costs a millionth of a dollar.
    const cheap = { ...dearGas, costs: costsOf({ coinPrice: 1n }) }
    await begin(base.chain, { spending: { ...cheap, allowancePerDay: 0n } })
    for (let round = 0; round < 5; round++) expect(kinds(await settle(await sales(6)))).toEqual(['settled'])
    await machine.settler.drain(1_000)
  })

  test('is settled under another nonce when somebody else uses the key', async () => {
    let stolen = false
    await begin({
      ...base.chain,
      async send(raw) {
        if (stolen) return base.chain.send(raw)
        stolen = true
        await base.node.call('anvil_impersonateAccount', signer.address)
        await base.node.call('eth_sendTransaction', {
          from: signer.address,
          to: signer.address,
          value: '0x1',
          gas: '0x5208',
          gasPrice: '0x77359400',
        })
        await base.node.call('evm_mine')
        return base.chain.send(raw)
      },
    })
    const before = await base.balance(world.payTo)
    const payments = await sales(3)
    expect(kinds(await settle(payments))).toEqual(['settled'])
    expect(said).toContain('another program used an account nonce of this signer')
    expect(await base.chain.accountNonce(signer.address, 'latest')).toBe(2)
    await expectBooksEqualChain(before, 3)
    await machine.settler.drain(1_000)
  })
})

describe('a transaction that nodes refuse', () => {
  test('does not harm its payer: the payment is sent again under another nonce', async () => {
    let full = true
    await begin({
      ...base.chain,
      async send(raw) {
        if (full && parseTransaction(raw).data !== undefined) return 'rejected'
        full = false
        return base.chain.send(raw)
      },
    })
    const before = await base.balance(world.payTo)
    const payments = await sales(1)
    expect(kinds(await settle(payments))).toEqual(['settled'])
    expect(await ledger.barredUntil({ payer: payments[0]!.payer, now: Date.now() })).toBe(0)
    expect(await base.chain.accountNonce(signer.address, 'latest')).toBe(2)
    await expectBooksEqualChain(before, 1)
    await machine.settler.drain(1_000)
  })

  test('makes way: its nonce is filled, and its payments go one by one', async () => {
    await begin({
      ...base.chain,
      send: async (raw) => {
        const { nonce = 0, data } = parseTransaction(raw)
        return nonce === 0 && data !== undefined ? 'rejected' : base.chain.send(raw)
      },
    })
    const before = await base.balance(world.payTo)
    const payments = await sales(3)
    expect(kinds(await settle(payments))).toEqual(['settled'])
    expect(said).toContain('the node refused a settlement transaction')
    expect(await base.chain.accountNonce(signer.address, 'latest')).toBe(4)
    await expectBooksEqualChain(before, 3)
    await machine.settler.drain(1_000)
  })
})

describe('a reorganisation', () => {
  test('that removes a settlement: it is settled again, and final in the end', async () => {
    await begin()
    const before = await base.balance(world.payTo)
    const payments = await sales(5)
    expect(kinds(await settle(payments))).toEqual(['settled'])
    const first = (await ledger.find(payments[0]!.id))!
    base.hold()
    await base.reorganise()
    expect(await base.balance(world.payTo)).toBe(before)
    base.go()
    await until('settled again', async () => {
      const now = (await ledger.find(payments[0]!.id))!
      return now.state === 'settled' && now.blockHash !== first.blockHash
    })
    for (let block = 0; block < 4; block++) await base.mine()
    await until('final', async () => (await Promise.all(payments.map(({ id }) => ledger.find(id)))).every((payment) => payment!.final))
    await expectBooksEqualChain(before, 5)
    await machine.settler.drain(1_000)
  })

  test('after which the payer has no money: the payment is booked as a loss once it cannot be collected', async () => {
    await begin()
    const [poor] = [newWallet()]
    await base.fund([poor.address], price)
    const payment = await sell(ledger, base, world.payTo, { payer: poor, validBefore: BigInt(Math.floor(Date.now() / 1000) + 3) })
    expect(kinds(await settle([payment]))).toEqual(['settled'])
    base.hold()
    await base.reorganise()
    await base.node.call('anvil_dropAllTransactions')
    await base.transfer(poor, newWallet().address, price)
    base.go()
    await until('reversed', async () => (await ledger.find(payment.id))!.state === 'reversed')
    expect(Date.now()).toBeGreaterThan(Number(payment.authorization!.validBefore) * 1000)
    expect(said).toContain('an answered payment was reorganised away and cannot be collected: booked as a loss')
    await machine.settler.drain(1_000)
  })
})
