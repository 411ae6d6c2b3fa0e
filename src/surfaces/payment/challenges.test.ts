import { describe, expect, test } from 'vitest'
import type { Chain, NetworkId } from '../../chain/chain.ts'
import { networks } from '../../chain/networks.ts'
import { priceOf } from '../../offers/offer.ts'
import { createMppHeaders } from '../../payments/mpp/challenge-headers.ts'
import { paymentRefusal } from '../../payments/wire/refusals.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { tokenAnalysis } from '../../../goods/onchain/token-analysis/token-analysis.ts'
import { createChallenges, type ChallengeOptions } from './challenges.ts'
import { prepareInput, type PreparedInput } from '../../gate/input/prepared-input.ts'
import { createTerms } from '../../gate/terms/terms.ts'

const offer = tokenAnalysis(null, { simulated: false, tokenPools: null })
const inputOf = (address: string) => prepareInput(offer, { path: { address }, query: {}, body: undefined })
const input = inputOf(`0x${'11'.repeat(20)}`)
const options: ChallengeOptions = { network: null, acceptPayment: null, version1: false, mpp: false }

/** `leftOut` may change later, as the present terms do. */
function challenges(leftOut: readonly NetworkId[], awaited: readonly NetworkId[] = []) {
  const chains = new Map(networks.map((network) => [network.id, { network, awaited: awaited.includes(network.id) } as Chain]))
  const clock = { at: 0, now: () => (clock.at += 1_000) }
  const terms = createTerms({
    chains,
    settler: { networks: new Set(all), canSettle: () => true, accepted: () => {} },
    payTo: `0x${'22'.repeat(20)}`,
    ledger: {} as Ledger,
    clock,
    priceGraceSeconds: 300,
    costs: { isTooExpensive: (network) => leftOut.includes(network), wasTooExpensive: () => false },
  })
  const mpp = {
    issuer: ({ network, authorization }: { network: { id: string }; authorization: boolean }) => ({
      issue: () => ({ header: `${network.id} ${authorization}`, id: '', expires: '' }),
    }),
  }
  const made = createChallenges({
    networks: new Map(networks.map((network) => [network.id, network])),
    payTo: terms.payTo,
    accepted: [...terms.accepted.keys()],
    publicUrl: 'https://x.example',
    sandbox: false,
    bareHashes: true,
    mppHeaders: createMppHeaders({ chains, payTo: terms.payTo, mpp }),
  })
  return {
    challenge: (asked: PreparedInput, refusal: Refusal | null, wish: ChallengeOptions) =>
      made.challenge({ offer, input: asked, offered: terms.offered(priceOf(offer)) }, refusal, wish)!,
  }
}

const all = networks.map((network) => network.id)
const json = (body: Uint8Array) => JSON.parse(Buffer.from(body).toString('utf8')) as unknown

describe('networks that cost too much to settle on', () => {
  test('are left out of the terms, and the body says why', () => {
    const { headers, body } = challenges(['eip155:1']).challenge(input, null, options)
    const header = JSON.parse(Buffer.from(headers['PAYMENT-REQUIRED']!, 'base64').toString()) as { accepts: { network: string }[] }
    expect(header.accepts.map((one) => one.network)).not.toContain('eip155:1')
    expect(json(body)).toMatchObject({
      notOffered: [{ network: 'eip155:1', reason: expect.stringContaining('share of this price') }],
    })
  })

  test('take no signed authorization by MPP either, only a transfer by the payer', () => {
    const { headers } = challenges(['eip155:1']).challenge(input, null, { ...options, network: 'eip155:1' })
    expect(headers['WWW-Authenticate']).toBe('eip155:1 false')
  })

  test('leave out the header of x402 where no network is left; a refused payment still gets the terms', () => {
    const none = challenges(all)
    const { headers, body } = none.challenge(input, null, options)
    expect(headers).toEqual({ 'WWW-Authenticate': 'eip155:8453 false' })
    expect(json(body)).not.toHaveProperty('accepts')
    expect(none.challenge(input, paymentRefusal('payment_already_used'), options).headers).toHaveProperty('PAYMENT-REQUIRED')
  })

  test('leave nothing to pay on for a client that takes no such payment: there are no terms then', () => {
    expect(challenges(all).challenge(input, null, { ...options, acceptPayment: 'evm/charge' })).toBeNull()
  })

  test('are not mentioned where there are none', () => {
    expect(json(challenges([]).challenge(input, null, options).body)).not.toHaveProperty('notOffered')
  })
})

test('repeated terms are the present ones, for the requested resource', () => {
  const leftOut: NetworkId[] = []
  const asked = challenges(leftOut)
  const resourceOf = (body: Uint8Array) => (json(body) as { resource: { url: string }; accepts: unknown[] }).resource.url
  const first = asked.challenge(input, null, options)
  expect(asked.challenge(inputOf(`0x${'11'.repeat(20)}`), null, options)).toEqual(first)
  for (let time = 0; time < 2; time++) expect(asked.challenge(input, null, options)).toEqual(first)
  const other = asked.challenge(inputOf(`0x${'33'.repeat(20)}`), null, options)
  expect(resourceOf(other.body)).not.toBe(resourceOf(first.body))
  leftOut.push(all.at(-1)!)
  expect(json(asked.challenge(input, null, options).body)).toMatchObject({ notOffered: [{ network: all.at(-1) }] })
})

describe('a network whose node has not answered yet', () => {
  const polygonLater = challenges([], ['eip155:137'])
  test('is left out of the terms, and the body says why', () => {
    expect(json(polygonLater.challenge(input, null, options).body)).toMatchObject({
      notOffered: [{ network: 'eip155:137', reason: 'its node does not answer now' }],
    })
  })

  test('is in no MPP challenge, not even on request', () => {
    const { headers } = polygonLater.challenge(input, null, { ...options, network: 'eip155:137' })
    expect(headers['WWW-Authenticate']).toBe('eip155:8453 true')
  })
})
