import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RpcRejected, RpcUnreachable, type Chain } from '../chain/chain.ts'
import { createTurnQueue } from '../chain/follow/turn-queue.ts'
import { encodeTransfer } from '../chain/transfer-call.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { startMachine } from '../settler/machine.fixture.ts'
import { price, sell } from '../settler/sale.fixture.ts'
import { newWallet, openTestWorld, type TestWallet, type TestWorld } from '../settler/test-world.fixture.ts'
import type { Hex } from '../shared/bytes.ts'
import { silentLog, type Log } from '../shared/log.ts'
import { openRestoredLedger } from '../operate/restored/restored-ledger.ts'

let world: TestWorld
const payer = newWallet()
beforeAll(async () => {
  world = await openTestWorld()
  await world.base.fund([payer.address], 10_000_000n)
})
afterAll(() => world.close())

let signer: TestWallet
let payTo: Hex
let ledger: Ledger
let logged: string[]
beforeEach(async () => {
  signer = newWallet()
  payTo = newWallet().address.toLowerCase() as Hex
  await world.base.fund([signer.address], 0n)
  ledger = await newLedger()
  logged = []
})

async function newLedger(): Promise<Ledger> {
  const opened = await world.ledger()
  await opened.recordPrices({ prices: [{ offerId: 'test', price }], at: 1 })
  return opened
}

/** Sells payments with a ledger and settles them, as a service does. */
async function settle(sold: Ledger, count: number): Promise<Payment[]> {
  const machine = startMachine({ ledger: sold, chains: [world.base.chain], signers: [signer] })
  await machine.settler.recover()
  machine.settler.start()
  const payments = await Promise.all(Array.from({ length: count }, () => sell(sold, world.base, payTo, { payer })))
  for (const payment of payments) expect((await machine.settler.settle(payment, 60_000)).kind).toBe('settled')
  await machine.settler.drain(5_000)
  return payments
}

const log: Log = {
  ...silentLog,
  error: (fields) => void logged.push(`error ${String((fields as { alarm?: string }).alarm)}`),
  warn: () => void logged.push('warn'),
  child: () => log,
}

const network = 'eip155:8453'

/** The transfer of a payment comes on chain, and its ledger does not know it yet. */
async function submit({ payer: from, payTo: to, amount: value, authorization }: Payment): Promise<void> {
  const { nonce, validAfter, validBefore, signature } = authorization!
  const data = encodeTransfer({ from, to, value, validAfter, validBefore, nonce, signature })
  const sender = newWallet()
  await world.base.fund([sender.address], 0n)
  await world.base.node.call('anvil_impersonateAccount', sender.address)
  const hash = await world.base.send(sender.address, world.base.chain.network.asset, data)
  while ((await world.base.chain.receipt(hash)) === null) await world.base.mine()
}

function open({ signers = [signer], chain = world.base.chain, asksChains = true }: Partial<Parameters<typeof openWith>[0]> = {}) {
  return openWith({ signers, chain, asksChains })
}

function openWith(given: { readonly signers: readonly TestWallet[]; readonly chain: Chain; readonly asksChains: boolean }) {
  const { chain, asksChains } = given
  const signers = given.signers.map(({ address }) => address.toLowerCase() as Hex)
  const parts = {
    ledger,
    payTo,
    signers,
    refundsFrom: null,
    instance: 'here',
    clock: systemClock,
    random: systemRandom,
    ownTurn: createTurnQueue(systemTimers),
    log,
  }
  return openRestoredLedger({ ...parts, chains: new Map([[chain.network.id, chain]]), asksChains })
}

const states = async () => (await ledger.totals()).map(({ state, payments }) => `${payments} ${state}`).toSorted()

/** A ledger that has been in use, and sales afterwards that it lost. */
async function olderCopy(): Promise<void> {
  await settle(ledger, 1)
  const started = await open()
  await started.compare()
  expect([started.isCompared(network), logged]).toEqual([true, []])
  await settle(await newLedger(), 2)
}

describe('an older copy of a ledger', () => {
  test('sells nothing until it was compared with the chain, and has every payment then', async () => {
    await olderCopy()
    const opened = await open()
    expect([opened.isCompared(network), opened.isOpen]).toEqual([false, true])
    await opened.compare()
    expect([opened.isCompared(network), opened.isOpen, logged]).toEqual([true, false, ['error old_ledger']])
    expect(await states()).toEqual(['1 settled', '2 credit'])
    const again = await open()
    await again.compare()
    expect([again.isCompared(network), logged]).toEqual([true, ['error old_ledger']])
  })

  test('is found where what was sent since its start hides the gap, and the node answers only later', async () => {
    await olderCopy()
    let up = false
    const { chain } = world.base
    const accountNonce: Chain['accountNonce'] = (...asked) =>
      up ? chain.accountNonce(...asked) : Promise.reject(new RpcUnreachable('down'))
    const opened = await open({ chain: { ...chain, accountNonce } })
    await opened.compare()
    expect([opened.isCompared(network), opened.isOpen, opened.isUsable]).toEqual([false, true, true])
    await settle(ledger, 1)
    // Killed and started once more before it was asked.
    const restarted = await open({ chain: { ...chain, accountNonce } })
    up = true
    await restarted.compare()
    expect([restarted.isCompared(network), logged]).toEqual([true, ['error old_ledger']])
    expect(await states()).toEqual(['2 credit', '2 settled'])
  })

  test('is found by a signer that is no longer in the settings', async () => {
    await olderCopy()
    const opened = await open({ signers: [newWallet()] })
    await opened.compare()
    expect(logged).toEqual(['error old_ledger'])
    expect(await states()).toEqual(['1 settled', '2 credit'])
  })

  test('is found while the service runs, and sales go on', async () => {
    await settle(ledger, 1)
    const opened = await open()
    await opened.compare()
    await settle(await newLedger(), 1)
    const looking = opened.lookAgain()
    expect(opened.isCompared(network)).toBe(true)
    await looking
    expect(await states()).toEqual(['1 credit', '1 settled'])
  })
})

describe('a ledger that lacks nothing is not held up', () => {
  test('after every one of its transactions is on chain, nor while another instance sells', async () => {
    await settle(ledger, 2)
    const opened = await open()
    await settle(ledger, 1)
    await opened.compare()
    expect([opened.isCompared(network), logged]).toEqual([true, []])
  })

  test('where another program used the key: it is compared once, and sells then', async () => {
    await settle(ledger, 1)
    await world.base.transfer(signer, newWallet().address, 0n)
    for (const expected of [['error old_ledger'], ['error old_ledger']]) {
      const opened = await open()
      await opened.compare()
      expect([opened.isCompared(network), logged]).toEqual([true, expected])
    }
    expect(await states()).toEqual(['1 settled'])
  })

  test('nor by what other instances have under way: it is compared up to the block at which it was asked', async () => {
    await settle(ledger, 1)
    await world.base.transfer(signer, newWallet().address, 0n)
    const opened = await open()
    const { chain } = world.base
    const pending = await sell(ledger, world.base, payTo, { payer })
    // It comes on chain after the look, and its settlement is not recorded while it is compared.
    let asked = false
    const block: Chain['block'] = async (number) => {
      if (!asked) await submit(pending)
      asked = true
      return chain.block(number)
    }
    const beside = await open({ chain: { ...chain, block } })
    await beside.compare()
    expect([asked, beside.isCompared(network)]).toEqual([true, true])
    await opened.compare()
    expect(opened.isCompared(network)).toBe(true)
  })

  test('when it is new and its signer is not: what its signer settled in the last day is taken in once', async () => {
    await settle(await newLedger(), 2)
    for (let start = 0; start < 2; start++) {
      const opened = await open()
      await opened.compare()
      expect([opened.isCompared(network), logged]).toEqual([true, ['warn']])
    }
    expect(await states()).toEqual(['2 credit'])
  })

  test('nor for long when it is new and its node answers no questions about logs', async () => {
    await settle(await newLedger(), 1)
    const { chain } = world.base
    const call: Chain['rpc']['call'] = (method, ...rest) =>
      method === 'eth_getLogs' ? Promise.reject(new RpcRejected(-32_601, 'not supported')) : chain.rpc.call(method, ...rest)
    const opened = await open({ chain: { ...chain, rpc: { call } } })
    await opened.compare()
    expect(opened.isCompared(network)).toBe(false)
    for (let round = 0; round < 30; round++) await opened.compare()
    expect([opened.isCompared(network), opened.isOpen]).toEqual([true, false])
  })

  test('where no signer is known, as with a facilitator, or the chains are a sandbox', async () => {
    for (const changes of [{ signers: [] }, { asksChains: false }]) {
      const opened = await open(changes)
      expect([opened.isCompared(network), opened.isOpen, opened.isUsable]).toEqual([true, false, true])
      await opened.lookAgain()
    }
    expect(logged).toEqual([])
  })
})
