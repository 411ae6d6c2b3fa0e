import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { delegateAccount, undelegateAccount } from '../../../sandbox/tests/place-contract.ts'
import type { Authorization, Fees } from '../../../src/chain/chain.ts'
import { settlementsIn } from '../../../src/chain/settlement-logs.ts'
import { openTestWorld, type TestWorld } from '../../../src/settler/test-world.fixture.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { createSeededRandom, type SeededRandom } from '../world/seeded-random.ts'
import { authorize, cancellation, keyOf, type Payer, payTo, price, spoilt } from './chain.fixture.ts'
import { openChainPair, startUnits, type ChainPair } from './two-chains.fixture.ts'

let world: TestWorld
let base: ChainPair
let skale: ChainPair
beforeAll(async () => {
  world = await openTestWorld()
  base = await openChainPair(world.base, 'base')
  skale = await openChainPair(world.skale, 'skale')
})
afterAll(() => world.close())

const far = 10_000_000_000n
let names = 0
const newNonce = () => keyOf(`nonce ${names++}`)

const sign = (pair: ChainPair, payer: Payer, wish: Partial<Authorization> = {}): Authorization =>
  authorize(pair.real.chain.network, payer, { validBefore: far, nonce: newNonce(), ...wish })

interface Sent {
  readonly raw: Hex
  readonly hash: Hex
}

async function settlement(
  pair: ChainPair,
  authorizations: readonly Authorization[],
  options: { nonce: number; gas?: bigint; fees?: Fees; chainId?: number; by?: 0 | 1 },
): Promise<Sent> {
  const { chain } = pair.real
  const { nonce, gas = 3_000_000n, fees = pair.fees, chainId = chain.network.chainId, by = 0 } = options
  return pair.signers[by].sign({ chainId, nonce, ...chain.transferCall(authorizations), value: 0n, gas, fees })
}

const send = (pair: ChainPair, { raw }: Sent) => pair.ask('send', (node) => node.send(raw))
const nextNonce = (pair: ChainPair) => pair.ask('nonce', (node) => node.accountNonce(pair.signers[0].address, 'pending'))

/** Everything that the service asks about these must be answered alike. */
async function expectSame(pair: ChainPair, authorizations: readonly Authorization[]): Promise<void> {
  for (const { from, nonce } of authorizations) {
    await pair.ask('payer state', async (node, offset) => {
      const { block, balance, authorizationUsed, code } = await node.payerState(from, nonce, { fresh: true })
      return { block: block - offset, balance, authorizationUsed, plain: code === '0x' }
    })
    await pair.ask('fate', async (node, offset) => {
      const fate = await node.authorizationFate(from, nonce, 0n)
      switch (fate.kind) {
        case 'used':
          return { ...fate, transaction: null, blockHash: null, blockNumber: fate.blockNumber - offset }
        case 'cancelled':
          return { kind: fate.kind }
        default:
          return fate
      }
    })
  }
  await pair.ask('payee', async (node) => (await node.payerState(payTo, keyOf('none'), { fresh: true })).balance)
  for (const at of ['latest', 'pending'] as const) await pair.ask('nonce', (node) => node.accountNonce(pair.signers[0].address, at))
}

type Item = (pair: ChainPair, random: SeededRandom, past: readonly Authorization[]) => Authorization

const items: Readonly<Record<string, Item>> = {
  good: (pair, random) => sign(pair, random.pick(pair.payers)),
  'good again': (pair, random) => sign(pair, random.pick(pair.payers), { to: random.pick(pair.payers).address }),
  replayed: (pair, random, past) => (past.length > 0 ? random.pick(past) : sign(pair, pair.payers[0]!)),
  expired: (pair, random) => sign(pair, random.pick(pair.payers), { validBefore: 1_000n }),
  early: (pair, random) => sign(pair, random.pick(pair.payers), { validAfter: far - 1n }),
  overdrawn: (pair, random) => sign(pair, random.pick(pair.payers), { value: startUnits * 100n }),
  greedy: (pair) => sign(pair, pair.payers[7]!, { value: (startUnits * 3n) / 5n }),
  'of another amount': (pair, random) => spoilt(sign(pair, random.pick(pair.payers)), 'amount'),
  'with a high s': (pair, random) => spoilt(sign(pair, random.pick(pair.payers)), 'high s'),
  'with 64 bytes': (pair, random) => spoilt(sign(pair, random.pick(pair.payers)), 'short'),
  'to nobody': (pair, random) => sign(pair, random.pick(pair.payers), { to: `0x${'0'.repeat(40)}` }),
  'of a wallet': (pair) => sign(pair, pair.contracts[0]),
  'of a wallet that refuses': (pair) => sign(pair, pair.contracts[1]),
}

async function playRound(pair: ChainPair, random: SeededRandom, past: Authorization[]): Promise<void> {
  const which = pair.real.chain.network.slug
  const { multicall } = pair.real.chain
  const count = multicall ? random.pick([1, 2, 5]) : 1
  const kinds = Array.from({ length: count }, () => (random.chance(0.4) ? 'good' : random.pick(Object.keys(items))))
  const batch = kinds.map((kind) => items[kind]!(pair, random, past))
  const bystander = sign(pair, random.pick(pair.payers))
  await pair.ask(`trial of ${kinds.join(', ')}`, (node) => node.simulateTransfers(pair.signers[0].address, batch, 160_000n))

  if (random.chance(0.3)) {
    const { address } = random.pick(pair.payers)
    await pair.act({
      kind: 'transfer',
      from: address,
      to: random.pick(pair.payers).address,
      value: BigInt(random.between(0, 30_000_000)),
    })
  }
  if (random.chance(0.2))
    await pair.act({ kind: 'transferWithAuthorization', from: bystander.from, authorization: random.pick([bystander, ...batch]) })
  if (random.chance(0.2)) {
    const payer = random.pick(pair.payers)
    const { nonce } = random.pick([bystander, ...batch.filter(({ from }) => from === payer.address)])
    const data = cancellation(pair.real.chain.network, payer, nonce)
    await pair.act({ kind: 'cancelAuthorization', authorizer: payer.address, nonce }, data)
  }
  const nonce = await nextNonce(pair)
  const sent = [await settlement(pair, batch, { nonce })]
  await send(pair, sent[0]!)
  if (random.chance(0.3)) await send(pair, sent[0]!)
  if (random.chance(0.3)) {
    sent.push(await settlement(pair, [bystander], { nonce: nonce + 1 }))
    await send(pair, sent[1]!)
  }
  await pair.mine()
  for (const { hash } of sent) await pair.receipt(hash)
  if (which === 'base' && random.chance(0.2)) {
    await pair.reorganise()
    for (const { hash } of sent) expect(await pair.receipt(hash)).toBeNull()
    await expectSame(pair, batch)
    for (const one of sent) await send(pair, one)
    await pair.mine()
    for (const { hash } of sent) await pair.receipt(hash)
  }
  await expectSame(pair, [...batch, bystander])
  past.push(...batch, bystander)
}

test.each(['base', 'skale'] as const)(
  'any history of settlements ends the same on a real node and on the simulated chain: %s',
  async (which) => {
    const pair = which === 'base' ? base : skale
    const past: Authorization[] = []
    for (let round = 0; round < (which === 'base' ? 100 : 60); round++) await playRound(pair, createSeededRandom(`${which} ${round}`), past)
  },
)

describe('the answer of a node to a transaction', () => {
  const cases = ['base', 'skale'] as const
  test.each(cases)('%s', async (which) => {
    const pair = which === 'base' ? base : skale
    const authorization = sign(pair, pair.payers[0]!)
    const nonce = await nextNonce(pair)
    const offerId = await settlement(pair, [authorization], { nonce })
    const higher = (by: bigint): Fees =>
      pair.fees.kind === 'legacy'
        ? { kind: 'legacy', gasPrice: (pair.fees.gasPrice * by) / 100n }
        : {
            kind: 'eip1559',
            maxFeePerGas: (pair.fees.maxFeePerGas * by) / 100n,
            maxPriorityFeePerGas: (pair.fees.maxPriorityFeePerGas * by) / 100n,
          }
    const said = {
      // The local node takes old transactions of any chain.
      otherChain: which === 'base' ? await send(pair, await settlement(pair, [authorization], { nonce, chainId: 5 })) : 'rejected',
      pennyless: await send(pair, await settlement(pair, [authorization], { nonce: 0, by: 1 })),
      offerId: await send(pair, offerId),
      again: await send(pair, offerId),
      sameFees: await send(pair, await settlement(pair, [sign(pair, pair.payers[1]!)], { nonce })),
      after: await send(pair, await settlement(pair, [sign(pair, pair.payers[1]!)], { nonce: nonce + 3 })),
      dearer: await send(pair, await settlement(pair, [authorization], { nonce, fees: higher(125n) })),
      junk: await send(pair, { raw: '0x02c0', hash: '0x' }),
    }
    expect(said).toEqual({
      otherChain: 'rejected',
      pennyless: 'no_gas_money',
      offerId: 'accepted',
      again: 'already_known',
      sameFees: 'underpriced',
      after: 'accepted',
      dearer: 'accepted',
      junk: 'rejected',
    })
    await pair.mine()
    expect(await pair.receipt(offerId.hash)).toBeNull()
    expect(await send(pair, offerId)).toBe('nonce_too_low')
    for (const at of ['latest', 'pending'] as const) await pair.ask('nonce', (node) => node.accountNonce(pair.signers[0].address, at))
    // The gap is filled.
    for (const gap of [1, 2]) await send(pair, await settlement(pair, [sign(pair, pair.payers[2]!)], { nonce: nonce + gap }))
    await pair.mine()
    expect(await nextNonce(pair)).toBe(nonce + 4)
  })
})

describe('gas', () => {
  const burn = async (burning: boolean) => {
    const { address } = base.payers[6]!
    if (burning) await delegateAccount(base.real.node.url, address, base.burner)
    else await undelegateAccount(base.real.node.url, address)
    base.simulated.act({ kind: 'setCode', account: address, contract: burning ? 'burns-gas' : null }, { first: true })
  }

  test.each([0, 2, 3, 4])(
    'a payer at place %i of five whose signature check burns gas does to its batch what it does on a real chain',
    async (place) => {
      const batch = base.payers.slice(0, 4).map((payer) => sign(base, payer))
      batch.splice(place, 0, sign(base, base.payers[6]!))
      const sent = await settlement(base, batch, { nonce: await nextNonce(base), gas: 90_000n + 5n * 66_000n })
      await send(base, sent)
      await burn(true)
      await base.mine()
      const receipt = await base.receipt(sent.hash)
      expect(settlementsIn(receipt!, base.real.chain.network)).toHaveLength(place === 4 ? 4 : 0)
      const alone = await settlement(base, [batch[place]!], { nonce: await nextNonce(base), gas: 500_000n })
      await base.ask('trial', (node) => node.simulateTransfers(base.signers[0].address, batch, 156_000n))
      await send(base, alone)
      await base.mine()
      expect(await base.receipt(alone.hash)).toMatchObject({ status: 'reverted' })
      await expectSame(base, batch)
      await burn(false)
      await base.mine()
    },
  )

  test.each([60_000n, 85_000n, 90_000n, 450_000n])('a limit of %i', async (gas) => {
    const batch =
      gas < 100_000n ? [sign(base, base.payers[0]!)] : Array.from({ length: 10 }, () => sign(base, base.payers[1]!, { value: price }))
    const sent = await settlement(base, batch, { nonce: await nextNonce(base), gas })
    await send(base, sent)
    await base.mine()
    await base.receipt(sent.hash)
    await expectSame(base, batch)
  })
})
