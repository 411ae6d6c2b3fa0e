import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHttpClient } from '../net/http-client.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { keptLog, startMachine, until, type Machine } from './machine.fixture.ts'
import { localWeb3Signer, type LocalKeyService } from './remote-signers/key-services.fixture.ts'
import { createRemoteSigner } from './remote-signers/remote-signer.ts'
import { createWeb3Signer } from './remote-signers/web3signer.ts'
import { price, sell } from './sale.fixture.ts'
import { newWallet, openTestWorld, type TestChain, type TestWallet, type TestWorld } from './test-world.fixture.ts'

let world: TestWorld
let base: TestChain
let ledger: Ledger
let machine: Machine
let service: LocalKeyService
let said: string[]
const payers = Array.from({ length: 4 }, newWallet)
const http = createHttpClient({}, { clock: systemClock, timers: systemTimers })

beforeAll(async () => {
  world = await openTestWorld()
  base = world.base
  await base.fund(
    payers.map((payer) => payer.address),
    1_000_000n,
  )
})
afterAll(async () => {
  await Promise.all([world.close(), http.close()])
})

/** A settler whose signer asks a Web3Signer, beside these keys. */
async function begin({ timeoutMs = 60_000, keys = [] as readonly TestWallet[] } = {}): Promise<TestWallet> {
  ledger = await world.ledger()
  const wallet = newWallet()
  await base.fund([wallet.address, ...keys.map(({ address }) => address)], 0n)
  service = await localWeb3Signer(wallet.privateKey)
  const keyService = createWeb3Signer({ url: service.url, address: wallet.address, timeoutMs, http })
  const signer = createRemoteSigner({ address: wallet.address, service: keyService, timeoutMs, timers: systemTimers })
  const kept = keptLog()
  said = kept.said
  machine = startMachine({ ledger, chains: [base.chain], signers: keys, remoteSigners: [signer], log: kept.log })
  await machine.settler.recover()
  machine.settler.start()
  return wallet
}

async function end(): Promise<void> {
  await machine.settler.drain(1_000)
  await service.close()
}

const settle = async (ms = 60_000) => {
  const payments = await Promise.all(payers.map((payer) => sell(ledger, base, world.payTo, { payer })))
  const outcomes = await Promise.all(payments.map((payment) => machine.settler.settle(payment, ms)))
  return { payments, kinds: new Set(outcomes.map(({ kind }) => kind)) }
}
const endedWell = async () => {
  const totals = await ledger.totals()
  return totals.every(({ state }) => state === 'settled')
}

describe('settlements whose key is kept by another service', () => {
  let before: bigint
  beforeEach(async () => {
    before = await base.balance(world.payTo)
  })
  const received = async () => (await base.balance(world.payTo)) - before

  test('are sent from its account, each once', async () => {
    const { address } = await begin()
    expect((await settle()).kinds).toEqual(new Set(['settled']))
    expect(await base.chain.accountNonce(address, 'latest')).toBe(service.asked)
    expect(await received()).toBe(4n * price)
    await end()
  })

  test.each(['hangs', 'refuses', 'otherKey'] as const)(
    'wait while the service %s: nothing is stored or sent, one alarm tells it, and they go on without a command',
    async (conduct) => {
      const { address } = await begin({ timeoutMs: conduct === 'hangs' ? 300 : 60_000 })
      service.conduct = conduct
      const { payments } = await settle()
      await until('held', () => said.some((line) => line.startsWith('no signer signs')))
      expect(await base.chain.accountNonce(address, 'pending')).toBe(0)
      for (const { id } of payments) expect(await ledger.find(id)).toMatchObject({ state: 'served', transaction: null })
      service.conduct = 'signs'
      await until('settled', endedWell)
      expect(await received()).toBe(4n * price)
      expect(said.filter((line) => line.includes('Web3Signer'))).toHaveLength(1)
      expect(said).toContain('the remote signer signs again')
      await end()
    },
  )

  test('go to another signer while the service fails', async () => {
    const spare = newWallet()
    const { address } = await begin({ keys: [spare] })
    service.conduct = 'refuses'
    // Whichever signer is taken first, all of them end.
    for (let round = 0; round < 3; round++) await settle()
    await until('settled', endedWell)
    expect(await base.chain.accountNonce(address, 'pending')).toBe(0)
    expect(await base.chain.accountNonce(spare.address, 'latest')).toBeGreaterThan(0)
    expect(said.some((line) => line.startsWith('no signer signs'))).toBe(false)
    await end()
  })
})
