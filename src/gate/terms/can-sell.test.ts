import { expect, test } from 'vitest'
import { findNetwork } from '../../chain/networks.ts'
import type { Availability } from '../../offers/needs.ts'
import { fixedPrice, free, type AnyOffer } from '../../offers/offer.ts'
import { createSalesCheck, type SalesParts } from './can-sell.ts'

const [base, polygon] = ['eip155:8453', 'eip155:137'].map((id) => findNetwork(id)!) as [
  NonNullable<ReturnType<typeof findNetwork>>,
  NonNullable<ReturnType<typeof findNetwork>>,
]

/** Two networks that settle, a free offer and a paid one. */
function open(more: Partial<SalesParts> = {}) {
  const held = new Map<string, string>()
  const silent = new Set<string>()
  const state = { paid: 'available' as Availability, tooExpensive: false }
  const chainOf = (network: typeof base) => ({
    network,
    reachability: {
      get reachable() {
        return !silent.has(network.id)
      },
      watch() {
        throw new Error('asking whether something can be sold must not send requests')
      },
      onChange() {},
    },
  })
  const canSell = createSalesCheck({
    offers: () =>
      [
        { access: free, available: () => 'available' },
        { access: fixedPrice('0.01'), available: () => state.paid },
      ] as unknown as AnyOffer[],
    chains: new Map([base, polygon].map((network) => [network.id, chainOf(network)])),
    dataChains: new Map(),
    sources: {} as SalesParts['sources'],
    settler: { networks: new Set([base.id, polygon.id]), heldBy: (id) => held.get(id) ?? null },
    costs: { isTooExpensive: () => state.tooExpensive },
    ...more,
  })
  return { canSell, held, silent, state }
}

test('something is sold while one network settles', () => {
  const { canSell, held } = open()
  expect(canSell()).toBe(true)
  held.set(base.id, 'no_gas_money')
  expect(canSell()).toBe(true)
})

test.each<[string, (world: ReturnType<typeof open>) => void]>([
  ['no signer has gas money on any network', ({ held }) => [base, polygon].forEach(({ id }) => held.set(id, 'no_gas_money'))],
  [
    'the gas budget is used up on one network and the other is silent',
    ({ held, silent }) => void (held.set(base.id, 'gas_budget'), silent.add(polygon.id)),
  ],
  ['no node answers', ({ silent }) => [base, polygon].forEach(({ id }) => silent.add(id))],
  ['settling costs more than the price', ({ state }) => void (state.tooExpensive = true)],
  ['every priced offer is down', ({ state }) => void (state.paid = 'down')],
  ['every priced offer is switched off', ({ state }) => void (state.paid = 'disabled')],
])('nothing is sold where %s, until that ends', (_, breakIt) => {
  const world = open()
  breakIt(world)
  expect(world.canSell()).toBe(false)
  world.held.clear()
  world.silent.clear()
  Object.assign(world.state, { paid: 'available', tooExpensive: false })
  expect(world.canSell()).toBe(true)
})

test('without signers a network that answers is enough, since payers send transfers', () => {
  const { canSell, silent } = open({ settler: { networks: new Set(), heldBy: () => null } })
  expect(canSell()).toBe(true)
  silent.add(base.id).add(polygon.id)
  expect(canSell()).toBe(false)
})

test('a facilitator that is down does not stop sales by transfer, and only payments find out that it is back', () => {
  const { canSell } = open({ settler: { networks: new Set([base.id]), heldBy: () => 'facilitator', isFacilitatorUp: () => false } })
  expect(canSell()).toBe(true)
})
