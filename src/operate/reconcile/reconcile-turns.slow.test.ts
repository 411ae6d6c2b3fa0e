import { afterAll, beforeAll, expect, test } from 'vitest'
import { signAuthorization } from '../../../sandbox/tests/sign-authorization.ts'
import { longestTurn } from '../../../test/support/longest-turn.ts'
import type { Authorization } from '../../chain/chain.ts'
import { createTurnQueue } from '../../chain/follow/turn-queue.ts'
import { systemClock, systemRandom, systemTimers } from '../../ops/system.ts'
import { price } from '../../settler/sale.fixture.ts'
import { newWallet, openTestWorld, type TestWorld } from '../../settler/test-world.fixture.ts'
import type { Hex } from '../../shared/bytes.ts'
import { reconcile } from './reconcile.ts'
import type { Reconciliation } from './reconciliation.ts'

const payments = 20_000
const perBatch = 200

let world: TestWorld
const [sender, payer] = [newWallet(), newWallet()]
const payTo = newWallet().address.toLowerCase() as Hex
beforeAll(async () => {
  world = await openTestWorld()
  await world.base.fund([sender.address, payer.address], BigInt(payments) * price)
  await world.base.node.call('anvil_impersonateAccount', sender.address)
  for (let batch = 0; batch < payments / perBatch; batch++) await settleBatch()
}, 600_000)
afterAll(() => world.close())

async function settleBatch(): Promise<void> {
  const { chain, node } = world.base
  const { chainId, asset: usdc, domain } = chain.network
  const wish = { privateKey: payer.privateKey, network: { chainId, usdc, ...domain }, to: payTo, value: price }
  const authorizations: Authorization[] = await Promise.all(Array.from({ length: perBatch }, () => signAuthorization(wish)))
  const call = { from: sender.address, ...chain.transferCall(authorizations), gasPrice: '0x77359400' }
  const hash = await node.call<Hex>('eth_sendTransaction', { ...call, gas: `0x${(60_000 * perBatch + 500_000).toString(16)}` })
  while ((await chain.receipt(hash)) === null) await world.base.mine()
}

test(`no turn of the event loop takes more than 20 ms while ${payments} transfers are compared, unknown ones and known ones`, async () => {
  const ledger = await world.ledger()
  await ledger.recordPrices({ prices: [{ offerId: 'test', price }], at: 1 })
  const { chain } = world.base
  const parts = {
    ledger,
    payTo,
    signers: [sender.address.toLowerCase() as Hex],
    refundsFrom: null,
    clock: systemClock,
    random: systemRandom,
    instance: 'here',
    ownTurn: createTurnQueue(systemTimers),
    chains: new Map([[chain.network.id, chain]]),
  }
  const turns: Record<string, number> = {}
  const compare = async (name: string, adopt: boolean) => {
    let result: Reconciliation | null = null
    const startedAt = systemClock.now()
    turns[name] = await longestTurn(async () => (result = await reconcile(parts, { since: { block: 0n }, adopt })))
    turns[`${name}, seconds`] = (systemClock.now() - startedAt) / 1_000
    return result!.networks[0]!
  }
  expect((await compare('unknown, only compared', false)).kinds).toMatchObject({ to_adopt: { count: payments } })
  expect((await compare('unknown, taken in', true)).kinds).toMatchObject({ adopted: { count: payments } })
  expect(await compare('known', true)).toMatchObject({ agreed: { count: payments }, kinds: {}, received: { difference: 0n } })
  console.info(turns)
  // The first time, Node still compiles what it runs.
  expect(turns['known']).toBeLessThan(20)
  expect(turns['unknown, taken in']).toBeLessThan(20)
}, 600_000)
