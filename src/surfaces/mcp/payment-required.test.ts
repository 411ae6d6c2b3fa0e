import { createSecretKey } from 'node:crypto'
import { Challenge } from 'mppx'
import { expect, test } from 'vitest'
import type { ChallengeOptions, Challenges } from '../payment/challenges.ts'
import { networks } from '../../chain/networks.ts'
import { prepareInput } from '../../gate/input/prepared-input.ts'
import { createMppChallenges } from '../../payments/mpp/challenge.ts'
import { facts } from '../discovery/facts.fixture.ts'
import { paymentRequiredResult, toolTerms } from './payment-required.ts'
import { offerTool } from './tool-definitions.ts'

const tool = offerTool(
  facts.offers.find(({ id }) => id === 'market-price')!,
  25,
)
const wish: ChallengeOptions = { network: null, acceptPayment: null, version1: false, mpp: false }
const terms = {
  offer: tool.offer,
  input: prepareInput(tool.offer, { path: { symbol: 'BTC' }, query: {}, body: undefined }),
  offered: { networks: [], leftOut: [] },
}
const mpp = createMppChallenges({
  secrets: [createSecretKey(Buffer.alloc(32, 1))],
  realm: 'api.example.com',
  random: { bytes: (length) => new Uint8Array(length) },
  clock: { now: () => 1_900_000_000_000 },
  ttlSeconds: 300,
})

/** The result for terms in these headers. */
function resultFor(headers: Record<string, string>) {
  const challenges: Challenges = { challenge: () => ({ headers, body: new Uint8Array() }) }
  return paymentRequiredResult(toolTerms(tool, terms, null, wish, { challenges, facts })!)
}

test('where we settle nothing, only MPP terms are given, and no x402 client is misled', () => {
  const { header } = mpp
    .issuer({
      price: 7500n,
      payTo: `0x${'22'.repeat(20)}`,
      network: networks[0]!,
      description: 'Market price',
      route: tool.offer.route,
      authorization: false,
    })
    .issue()
  const result = resultFor({ 'WWW-Authenticate': header })
  expect(result).not.toHaveProperty('structuredContent')
  expect(result.content).toHaveLength(1)
  expect(Object.keys(result['_meta']!)).toEqual(['org.paymentauth/payment-required'])
  const { challenges, problem } = result['_meta']!['org.paymentauth/payment-required'] as { challenges: unknown[]; problem: object }
  // mppx turns it back into the same header that HTTP would have sent.
  const challenge = Challenge.from(challenges[0] as Parameters<typeof Challenge.from>[0])
  expect(challenge).toEqual(Challenge.deserialize(header))
  expect(problem).toMatchObject({ type: 'https://paymentauth.org/problems/payment-required', status: 402, challengeId: challenge.id })
})

test('where no network takes payments there are no terms', () => {
  expect(toolTerms(tool, terms, null, wish, { challenges: { challenge: () => null }, facts })).toBeNull()
})
