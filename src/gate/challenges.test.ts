import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Chain, NetworkId } from '../chain/chain.ts'
import { networks } from '../chain/networks.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { tokenAnalysis } from '../products/crypto/token-analysis.ts'
import { createChallenges, type ChallengeWish } from './challenges.ts'
import { createTerms } from './terms.ts'

const offer = tokenAnalysis({ text: z.string(), read: async () => '0x' }, null)
const input = { path: { address: `0x${'11'.repeat(20)}` }, query: {}, body: undefined }
const wish: ChallengeWish = { network: null, acceptPayment: null, version1: false, mpp: false }

/** `leftOut` may change later, as the terms of the moment do. */
function challenges(leftOut: readonly NetworkId[], awaited: readonly NetworkId[] = []) {
  const chains = new Map(networks.map((network) => [network.id, { network, awaited: awaited.includes(network.id) } as Chain]))
  const clock = { at: 0, now: () => (clock.at += 1_000) }
  const terms = createTerms({
    chains,
    settler: { networks: new Set(all), stalled: () => false },
    payTo: `0x${'22'.repeat(20)}`,
    ledger: {} as Ledger,
    clock,
    priceGraceSeconds: 300,
    tooDear: (network) => leftOut.includes(network),
  })
  const mpp = {
    challenge: ({ network, authorization }: { network: { id: string }; authorization: boolean }) => ({
      header: `${network.id} ${authorization}`,
      id: '',
      expires: '',
    }),
  }
  return createChallenges({ chains, terms, publicUrl: 'https://x.example', sandbox: false, mpp })
}

const all = networks.map((network) => network.id)
const json = (body: Uint8Array) => JSON.parse(Buffer.from(body).toString('utf8')) as unknown

describe('networks that cost too much to settle on', () => {
  test('are left out of the terms, and the body says why', () => {
    const { headers, body } = challenges(['eip155:1']).challenge(offer, input, null, wish)
    const header = JSON.parse(Buffer.from(headers['PAYMENT-REQUIRED']!, 'base64').toString()) as { accepts: { network: string }[] }
    expect(header.accepts.map((one) => one.network)).not.toContain('eip155:1')
    expect(json(body)).toMatchObject({
      notOffered: [{ network: 'eip155:1', reason: expect.stringContaining('share of this price') }],
    })
  })

  test('take no signed authorization by MPP either, only a transfer that the payer sends', () => {
    const { headers } = challenges(['eip155:1']).challenge(offer, input, null, { ...wish, network: 'eip155:1' })
    expect(headers['WWW-Authenticate']).toBe('eip155:1 false')
  })

  test('leave x402 without terms where they are all of them, and its header away; who paid already is told the terms', () => {
    const none = challenges(all)
    expect(none.challenge(offer, input, null, wish).headers).toEqual({ 'WWW-Authenticate': 'eip155:8453 false' })
    expect(none.challenge(offer, input, { reason: 'payment_already_used' }, wish).headers).toHaveProperty('PAYMENT-REQUIRED')
  })

  test('are not spoken of where there are none', () => {
    expect(json(challenges([]).challenge(offer, input, null, wish).body)).not.toHaveProperty('notOffered')
  })
})

test('terms that are asked for again are those of the moment, of the resource that was asked for', () => {
  const leftOut: NetworkId[] = []
  const asked = challenges(leftOut)
  const resourceOf = (body: Uint8Array) => (json(body) as { resource: { url: string }; accepts: unknown[] }).resource.url
  Object.freeze(input)
  const first = asked.challenge(offer, input, null, wish)
  expect(asked.challenge(offer, { ...input }, null, wish)).toEqual(first)
  for (let time = 0; time < 2; time++) expect(asked.challenge(offer, input, null, wish)).toEqual(first)
  const other = asked.challenge(offer, { ...input, path: { address: `0x${'33'.repeat(20)}` } }, null, wish)
  expect(resourceOf(other.body)).not.toBe(resourceOf(first.body))
  leftOut.push(all.at(-1)!)
  expect(json(asked.challenge(offer, input, null, wish).body)).toMatchObject({ notOffered: [{ network: all.at(-1) }] })
})

describe('a network whose node has not answered yet', () => {
  const polygonLater = challenges([], ['eip155:137'])
  test('is left out of the terms, and the body says why', () => {
    expect(json(polygonLater.challenge(offer, input, null, wish).body)).toMatchObject({
      notOffered: [{ network: 'eip155:137', reason: 'its node does not answer now' }],
    })
  })

  test('is not sent to by MPP, not even when it is asked for', () => {
    const { headers } = polygonLater.challenge(offer, input, null, { ...wish, network: 'eip155:137' })
    expect(headers['WWW-Authenticate']).toBe('eip155:8453 true')
  })
})
