import { describe, expect, test } from 'vitest'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Credential } from '../../payments/wire/credential.ts'
import type { Hex } from '../../shared/bytes.ts'
import { identityOf } from '../verify/authorization-identity.ts'
import { network, openGateFixture, payTo, price, type GateFixture } from '../gate.fixture.ts'
import type { LostPayments } from './lost-payments.ts'
import { createRecentClaims, type RecentClaims } from './recent-claims.ts'

type Changing = { -readonly [Member in keyof LostPayments]: LostPayments[Member] }

/** A gate whose ledger may have lost payments, as the test says. */
function openLossy(whole?: Ledger): GateFixture & { readonly lost: Changing; readonly claims: RecentClaims } {
  const claims = createRecentClaims()
  const lost: Changing = { standing: () => 'complete', noticedAt: () => 0, takeIn: async () => 'none' }
  const ports: LostPayments = { standing: (id) => lost.standing(id), noticedAt: () => lost.noticedAt(), takeIn: (one) => lost.takeIn(one) }
  const fixture = openGateFixture(undefined, whole, { lostPayments: ports, recentClaims: claims, bareHashes: false, firstCallFree: false })
  return Object.assign(fixture, { lost, claims })
}

/** Takes the payment in, as a comparison with the chain does, and names its call where this process remembers it. */
async function takeIn(ledger: Ledger, claims: RecentClaims, { proof }: Credential, at: number): Promise<void> {
  const { authorization } = proof
  const transaction: Hex = `0x${'7a'.repeat(32)}`
  const place = { transaction, blockNumber: 101n, blockHash: transaction, logIndex: 1, occurrence: 0, paidAt: at, final: false }
  await ledger.adoptPayment({
    id: 'f'.repeat(32),
    network: network.id,
    asset: network.asset,
    payer: authorization.from.toLowerCase() as Hex,
    payTo,
    amount: price,
    authorization,
    ...place,
    offerId: 'thing',
    client: '',
    at,
    instance: 'here',
  })
  const identity = authorizationIdentityOf(proof)
  const call = claims.of(identity)
  if (call) await ledger.nameAdopted({ identity, offerId: call.offerId, client: call.client, keys: call.keys })
}

const authorizationIdentityOf = (proof: Credential['proof']) => identityOf({ proof } as Credential)

describe('a payment whose nonce is used on the chain, and which the ledger does not know', () => {
  test('is refused with a 402 where nothing can have been lost: its signature is public', async () => {
    const fixture = openLossy()
    fixture.state.authorizationUsed = true
    const outcome = await fixture.ask(await fixture.pay())
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { code: 'invalid_exact_evm_nonce_already_used' } })
  })

  test('is a 503 with Retry-After while the ledger is compared with the chain, also where its window has ended', async () => {
    const fixture = openLossy()
    fixture.lost.standing = () => 'not_compared'
    fixture.state.authorizationUsed = true
    const now = BigInt(Math.floor(fixture.clock.at / 1000))
    for (const payment of [await fixture.pay(), await fixture.pay({ validBefore: now - 1n })]) {
      const outcome = await fixture.ask(payment)
      expect(outcome).toMatchObject({ kind: 'refused', refusal: { code: 'network_unavailable', options: { retryAfter: 10 } } })
    }
  })

  test('buys its answer once it was found in the span that may be lost: for the caller that this process remembers, and for no stranger', async () => {
    const fixture = openLossy()
    const { ledger, claims, clock } = fixture
    const payment = await fixture.pay()
    claims.remember(identityOf(payment), { id: 'e'.repeat(32), offerId: 'thing', client: '192.0.2.1', keys: [], at: clock.at - 1 })
    fixture.state.authorizationUsed = true
    fixture.lost.standing = () => 'compared'
    fixture.lost.noticedAt = () => clock.at
    fixture.lost.takeIn = async () => {
      await takeIn(ledger, claims, payment, clock.at)
      return 'taken_in'
    }
    const stranger = await fixture.ask(payment, { client: '198.51.100.7' })
    expect(stranger).toMatchObject({ kind: 'refused', refusal: { code: 'credit_not_yours' } })
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: false })
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
    expect(await fixture.ask(payment, { client: '198.51.100.7' })).toMatchObject({ kind: 'refused', refusal: { code: 'answer_delivered' } })
  })

  test('is refused with a 402 where it is not in that span, and is a 503 while its block is not deep enough', async () => {
    const fixture = openLossy()
    fixture.lost.standing = () => 'compared'
    fixture.state.authorizationUsed = true
    const payment = await fixture.pay()
    fixture.lost.takeIn = async () => 'waits'
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused', refusal: { code: 'network_unavailable' } })
    fixture.lost.takeIn = async () => 'none'
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused', refusal: { status: 402 } })
  })
})

describe('a payment that was lost while its transaction waits for a block', () => {
  test('may be sent again by its caller, and by nobody else', async () => {
    const fixture = openLossy()
    const payment = await fixture.pay()
    fixture.claims.remember(identityOf(payment), {
      id: 'e'.repeat(32),
      offerId: 'thing',
      client: '192.0.2.1',
      keys: [],
      at: fixture.clock.at - 1,
    })
    fixture.lost.noticedAt = () => fixture.clock.at
    const stranger = await fixture.ask(payment, { client: '198.51.100.7' })
    expect(stranger).toMatchObject({ kind: 'refused', refusal: { code: 'answer_delivered' } })
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer' })
  })
})

describe('a payment of which the ledger has lost that it was sent to the chain', () => {
  test('is public: only its caller gets its answer', async () => {
    const fixture = openLossy()
    fixture.settle = async () => ({ kind: 'pending', transaction: null })
    const payment = await fixture.pay()
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused', refusal: { code: 'settlement_pending' } })
    // In its row nothing says that its signature is on the chain.
    expect((await fixture.ledger.hotByIdentity(identityOf(payment)))?.transaction).toBeNull()
    fixture.clock.at += 1
    fixture.lost.noticedAt = () => fixture.clock.at
    const stranger = await fixture.ask(payment, { client: '198.51.100.7' })
    expect(stranger).toMatchObject({ kind: 'refused', refusal: { code: 'answer_delivered' } })
    expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused', refusal: { code: 'settlement_pending' } })
  })
})

test('a claim whose end the ledger has lost is released when its payment comes again, so that it need not wait for its lease', async () => {
  const before = openLossy()
  const payment = await before.pay()
  // The row stays as it was claimed.
  before.run = () => Promise.reject(new Error('lost'))
  before.broken.add('release')
  expect(await before.ask(payment)).toMatchObject({ kind: 'refused' })

  const fixture = openLossy(before.ledger)
  fixture.clock.at = before.clock.at + 1
  const state = async () => (await fixture.ledger.hotByIdentity(identityOf(payment)))?.state
  expect(await state()).toBe('claimed')
  fixture.lost.noticedAt = () => fixture.clock.at
  expect(await fixture.ask(payment)).toMatchObject({ kind: 'refused', refusal: { code: 'payment_in_flight' } })
  expect(await state()).toBe('released')
})
