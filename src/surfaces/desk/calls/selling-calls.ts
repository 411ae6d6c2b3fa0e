import { z } from 'zod'
import { AmountError, usd } from '../../../shared/money.ts'
import { OperatorError } from '../../../shared/operator-error.ts'
import { deskCall, type DeskCall } from './desk-call.ts'
import type { DeskCallParts } from './desk-parts.ts'
import { dryRun, moment, networkId, offerId, time } from './fields.ts'

const listedPrice = z.object({
  offer: z.string(),
  usd: z.string(),
  mostUsd: z.string().nullable(),
  access: z.string(),
  declaredUsd: z.string().nullable(),
  since: time.nullable(),
  next: z.object({ usd: z.string(), from: time }).nullable(),
})

const orderedPrice = z.object({
  offer: z.string(),
  presentUsd: z.string().optional(),
  usd: z.string(),
  from: time,
  notOffered: z.array(z.string()).describe('Networks on which settling costs too large a share of this price'),
  done: z.boolean(),
})
export type PriceAnswer = z.output<typeof orderedPrice>

const priceInput = z.object({
  offer: offerId,
  usd: z.string().max(20).describe('Dollars as decimal text, or declared for the price of the program'),
  from: moment.optional().describe('From when on; now unless given'),
  dryRun,
})

/** Prices, and what is sold at all. */
export function sellingCalls(parts: DeskCallParts): readonly DeskCall[] {
  const { prices, ask, clock } = parts
  return [
    deskCall({
      id: 'list-prices',
      method: 'GET',
      path: '/prices',
      scope: 'read',
      title: 'Prices',
      purpose: 'What each offer costs, since when, and what is ordered.',
      input: z.object({}),
      answer: z.object({ prices: z.array(listedPrice) }),
      run: async () => ({ prices: [...(await prices.list())] }),
    }),
    deskCall({
      id: 'price-history',
      method: 'GET',
      path: '/prices/{offer}',
      scope: 'read',
      title: 'Every price of an offer',
      purpose: 'Every price that an offer had, and those that are ordered.',
      input: z.object({ offer: offerId }),
      answer: z.object({ prices: z.array(z.object({ offer: z.string(), usd: z.string().nullable(), from: time, state: z.string() })) }),
      run: async ({ offer }) => ({ prices: [...(await ask('priceHistory', { offer, now: clock.now() }))] }),
    }),
    deskCall({
      id: 'set-price',
      method: 'POST',
      path: '/prices/{offer}',
      scope: 'price',
      title: 'Change a price',
      purpose: 'Sells an offer at another price, now or from a time on. The price before is accepted for PRICE_GRACE_SECONDS.',
      input: priceInput,
      answer: orderedPrice,
      subject: ({ offer }) => offer,
      run: async (input) => setPrice(parts, input),
    }),
    ...switchCalls(parts),
  ]
}

async function setPrice(
  { prices }: DeskCallParts,
  { offer, usd: text, from, dryRun: only }: z.output<typeof priceInput>,
): Promise<PriceAnswer> {
  const order = { offer, price: text === 'declared' ? null : priceFrom(text), from: from ?? null }
  const answer = only ? await prices.plan(order) : await prices.order(order)
  return { ...answer, notOffered: [...answer.notOffered], done: !only }
}

function priceFrom(text: string): bigint {
  try {
    const price = usd(text)
    if (price > 0n) return price
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
  }
  throw new OperatorError('the price must be dollars above 0 with at most six decimal places, such as 0.01')
}

const network = z.object({ id: z.string(), name: z.string(), on: z.boolean(), heldBy: z.string().nullable() })
const offer = z.object({ id: z.string(), title: z.string(), on: z.boolean() })
const on = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).describe('false switches it off')

function switchCalls({ switches, networks, offers }: DeskCallParts): readonly DeskCall[] {
  return [
    deskCall({
      id: 'list-switches',
      method: 'GET',
      path: '/switches',
      scope: 'read',
      title: 'What is sold',
      purpose: 'Offers and networks, and which of them are switched off.',
      input: z.object({}),
      answer: z.object({ offers: z.array(offer), networks: z.array(network) }),
      run: async () => ({
        offers: [
          ...offers().map(({ id, title }) => ({ id, title, on: true })),
          ...switches.off().flatMap(({ what, id }) => (what === 'offer' ? [{ id, title: id, on: false }] : [])),
        ],
        networks: networks().map((one) => ({ ...one, on: switches.isOn('network', one.id) })),
      }),
    }),
    deskCall({
      id: 'switch-offer',
      method: 'POST',
      path: '/offers/{offer}/switch',
      scope: 'admin',
      title: 'Switch an offer off or on',
      purpose: 'An offer that is off is not sold. Payers still get answers that they have paid for.',
      input: z.object({ offer: offerId, on }),
      answer: offer.omit({ title: true }),
      subject: ({ offer: id }) => id,
      async run({ offer: id, on: isOn }, { name }) {
        await switches.set('offer', id, isOn, name)
        return { id, on: isOn }
      },
    }),
    deskCall({
      id: 'switch-network',
      method: 'POST',
      path: '/networks/{network}/switch',
      scope: 'admin',
      title: 'Switch a network off or on',
      purpose: 'On a network that is off nothing new is sold. What is under way there is settled.',
      input: z.object({ network: networkId, on }),
      answer: network.pick({ id: true, on: true }),
      subject: ({ network: id }) => id,
      async run({ network: id, on: isOn }, { name }) {
        await switches.set('network', id, isOn, name)
        return { id, on: isOn }
      },
    }),
  ]
}
