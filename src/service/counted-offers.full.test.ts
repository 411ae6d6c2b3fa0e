import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { openGateFixture } from '../gate/gate.fixture.ts'
import { prepareInput } from '../gate/input/prepared-input.ts'
import { priceOf, type AnyOffer } from '../offers/offer.ts'
import { utcHour } from '../shared/clock.ts'
import { countsForCaller, Problem } from '../shared/problems.ts'
import { allProblems } from '../../test/all-problems.ts'
import { describedOffers } from '../../test/described-offers.ts'

/* Every offer with every end of a run: it is charged, or it counts by who decides it. */

const offers = await describedOffers({
  discovery: { freeCallsPerDay: 25, protocols: ['x402'], networks: [], playMoney: false },
})

/** How a run ends, and whether it must count. */
const ends: readonly { readonly name: string; readonly error: () => unknown; readonly counts: boolean }[] = [
  ...(await allProblems()).map((kind) => ({
    name: kind.code,
    error: () => new Problem(kind, 'So it ended.'),
    counts: countsForCaller(kind),
  })),
  { name: 'a thrown RangeError', error: () => new RangeError('Maximum call stack size exceeded'), counts: true },
  { name: 'a thrown text', error: () => 'boom', counts: true },
]

/** The offer as it is declared, with a run that ends so. Nothing that it needs is there. */
function ending(declared: AnyOffer, error: () => unknown): AnyOffer {
  const { engine, admit, refuse, ...offer } = declared
  void [engine, admit, refuse]
  return { ...offer, available: () => 'available', run: () => Promise.reject(error()) }
}

function open(offer: AnyOffer) {
  const fixture = openGateFixture()
  let number = 0
  return async (error: () => unknown) => {
    number += 1
    const client = `192.0.2.${number}`
    const sold = ending(offer, error)
    const { path = {}, query = {}, body } = offer.example
    const input = prepareInput(sold, { path, query, body })
    const payment = offer.access.kind === 'fixed' ? await fixture.pay({ value: priceOf(offer), privateKey: generatePrivateKey() }) : null
    const outcome = await fixture.ask(payment, { offer: sold, input, client })
    const hour = utcHour(fixture.clock.at)
    const givenBack = 30 - (await fixture.ledger.quotaLeft({ day: hour, pool: client, limit: 30 }))
    const runs = await fixture.ledger.runsOfClient({ hour, client })
    const charged = 'payment' in outcome && outcome.payment?.state === 'credit' && outcome.payment.settledAt !== null
    return { charged, counted: runs + givenBack }
  }
}

test('free offers whose failures cost nothing describe what is sold, or take no input', () => {
  const cheap = offers.filter(({ access, fairUse }) => access.kind === 'free' && fairUse === undefined)
  expect(cheap.map(({ id }) => id).toSorted()).toEqual(['datasets', 'discovery', 'market-rates', 'translate-languages'])
})

describe('each end of a run is charged, or counts by who decides it:', () => {
  const sold = offers.filter(({ access, fairUse }) => access.kind !== 'free' || fairUse !== undefined)
  test.each(sold.map((offer) => [offer.id, offer] as const))('%s', async (_, offer) => {
    const end = open(offer)
    const wrong: string[] = []
    for (const { name, error, counts } of ends) {
      const { charged, counted } = await end(error)
      if (charged ? counted !== 0 : counted !== (counts ? 1 : 0))
        wrong.push(`${name}: ${charged ? 'charged' : 'not charged'}, counted ${counted}`)
    }
    expect(wrong).toEqual([])
  })
})
