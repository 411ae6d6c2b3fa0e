import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../../src/chain/chain.ts'
import { readWalletHistory } from '../../history/wallet-history.ts'
import { account, simulatedChain, transferEvent } from '../../../../src/chain/follow/simulated-chain.fixture.ts'
import type { Hex } from '../../../../src/shared/bytes.ts'
import { usd } from '../../../../src/shared/money.ts'
import { observePoisoning, victimCaps } from './observe-poisoning.ts'
import { transferRecord } from './transfer-record.ts'

const shop: Hex = `0xabcd${'1'.repeat(32)}9876`
const imitator: Hex = `0xabcd${'2'.repeat(32)}9876`
const client = account(7)

type Payment = readonly [from: Hex, to: Hex, usdc: string]

/** What is found of an address on a chain with these payments. */
async function look(address: Hex, payments: readonly Payment[], faults = {}) {
  const simulated = simulatedChain()
  const chain = simulated.chain as unknown as Chain
  const token = chain.network.asset.toLowerCase() as Hex
  for (const [from, to, usdc] of payments) simulated.mine(transferEvent(token, from, to, usd(usdc)))
  const parts = { clock: { now: () => 0 }, signal: new AbortController().signal, spans: new Map<string, bigint>() }
  const history = await readWalletHistory(chain, address, { ...parts, caps: { ...victimCaps, times: 100 } })
  Object.assign(simulated.faults, faults)
  const record = transferRecord({ histories: { [chain.network.id]: { state: 'observed', value: history, source: 'node', observedAt: 0 } } })
  return observePoisoning(address, record, { ...parts, chains: new Map([[chain.network.id, chain]]) })
}

const pays: Payment = [client, shop, '450']
const dusts: Payment = [imitator, client, '0.00001']

describe('an address that imitates another one', () => {
  test('is found by the dust that it sent to the client of that one', async () => {
    const found = await look(imitator, [pays, dusts])
    expect(found).toMatchObject({ state: 'observed', value: { transfers: [{ direction: 'out', counterparty: client, amount: 10n }] } })
  })

  test('is found after the client mistook it for that one, and paid it', async () => {
    expect(await look(imitator, [pays, dusts, [client, imitator, '20']])).toMatchObject({
      value: { transfers: [{ counterparty: client }] },
    })
  })

  test('is found among others that it dusted', async () => {
    const dust = Array.from({ length: 3 }, (_, place): Payment => [imitator, account(20 + place), '0.001'])
    expect(await look(imitator, [pays, ...dust, dusts])).toMatchObject({ value: { transfers: [{ counterparty: client }] } })
  })
})

describe('nobody else is', () => {
  test.each([
    ['the address that is imitated', shop, [pays, dusts]],
    ['the client', client, [pays, dusts]],
    ['one whose address looks like nothing that the client pays', account(9), [pays, [account(9), client, '0.00001']]],
    ['one that the client pays, and that pays the client', imitator, [pays, dusts, [imitator, client, '20']]],
    [
      'a shop that sent its client a test payment before somebody imitated it',
      shop,
      [[shop, client, '0.01'], pays, [client, imitator, '20']],
    ],
    ['one in whose favour others made transfers of nothing', imitator, [pays, [client, imitator, '0']]],
    ['one that others sent dust to', imitator, [pays, [client, imitator, '0.00001']]],
  ] satisfies [string, Hex, Payment[]][])('%s', async (_, address, payments) => {
    expect(await look(address, payments)).toMatchObject({ state: 'observed', value: null })
  })
})

test('where the node does not give the transfers of the client, it is unknown', async () => {
  expect(await look(imitator, [pays, dusts], { failEvery: 1 })).toEqual({ state: 'unknown', reason: 'network_down' })
})
