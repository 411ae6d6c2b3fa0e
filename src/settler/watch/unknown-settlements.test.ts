import { afterAll, beforeAll, expect, test } from 'vitest'
import { RpcUnreachable, type Chain } from '../../chain/chain.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Hex } from '../../shared/bytes.ts'
import { silentLog, type LogFields } from '../../shared/log.ts'
import { startMachine } from '../machine.fixture.ts'
import { price, sell } from '../sale.fixture.ts'
import { newWallet, openTestWorld, type TestWorld } from '../test-world.fixture.ts'
import { createUnknownSettlements } from './unknown-settlements.ts'

let world: TestWorld
const [signer, payer] = [newWallet(), newWallet()]
beforeAll(async () => {
  world = await openTestWorld()
  await world.base.fund([signer.address, payer.address], 1_000_000n)
})
afterAll(() => world.close())

/** Sells a payment and settles it on chain, by the service that has this ledger. */
async function settleBy(ledger: Ledger, payTo: Hex): Promise<Hex> {
  const machine = startMachine({ ledger, chains: [world.base.chain], signers: [signer] })
  await machine.settler.recover()
  machine.settler.start()
  const payment = await sell(ledger, world.base, payTo, { payer })
  expect((await machine.settler.settle(payment, 60_000)).kind).toBe('settled')
  await machine.settler.drain(5_000)
  return (await ledger.find(payment.id))!.transaction!
}

/** Every block counts as final, so that nothing has to be waited for. */
function openLook(ledger: Ledger, payTo: Hex, chain: Partial<Chain> = {}) {
  const warnings: LogFields[] = []
  const base = { ...world.base.chain, finalBlock: async () => (await world.base.chain.head()).number, ...chain }
  const settlements = createUnknownSettlements({
    chains: new Map([[base.network.id, base]]),
    ledger,
    payTo,
    log: { ...silentLog, warn: (fields) => void warnings.push(fields) },
  })
  return { look: settlements.look, warnings }
}

test('a ledger that is paid alone at its address hears nothing, whatever else is sent there', async () => {
  const ledger = await world.ledger()
  const payTo = newWallet().address
  await settleBy(ledger, payTo)
  await world.base.transfer(payer, payTo, price)
  const { look, warnings } = openLook(ledger, payTo)
  await look()
  expect(warnings).toEqual([])
})

test('a second ledger that is paid there is reported once', async () => {
  const other = await world.ledger()
  const mine = await world.ledger()
  const payTo = newWallet().address
  const transaction = await settleBy(other, payTo)
  const settled = (await world.base.chain.receipt(transaction))!.blockNumber
  const seen = openLook(mine, payTo, { finalBlock: async () => settled })
  await seen.look()
  expect(seen.warnings).toMatchObject([{ network: 'eip155:8453', transaction, payer: payer.address.toLowerCase() }])
  await seen.look()
  expect(seen.warnings).toHaveLength(1)
})

test('a look reads 2,000 blocks at most, only what is new, and survives a node that does not answer', async () => {
  const ranges: { fromBlock: string; toBlock: string }[] = []
  let reachable = true
  let last = 10_000n
  const call = async (_method: string, [filter]: [{ fromBlock: string; toBlock: string }]) => {
    if (!reachable) throw new RpcUnreachable('down')
    ranges.push(filter)
    return []
  }
  const { look } = openLook(await world.ledger(), newWallet().address, { rpc: { call } as never, finalBlock: async () => last })
  await look()
  last += 10n
  reachable = false
  await look()
  reachable = true
  await look()
  await look()
  expect(ranges.map(({ fromBlock, toBlock }) => [BigInt(fromBlock), BigInt(toBlock)])).toEqual([
    [8_001n, 10_000n],
    [10_001n, 10_010n],
  ])
})
