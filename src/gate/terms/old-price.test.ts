import { expect, test } from 'vitest'
import type { TransactionFacts } from '../../chain/chain.ts'
import { answer } from '../../offers/offer.ts'
import type { CredentialReading } from '../../payments/wire/protocol.ts'
import type { Hex } from '../../shared/bytes.ts'
import { Problem } from '../../shared/problems.ts'
import { network, openGateFixture, payTo, price, type GateFixture } from '../gate.fixture.ts'

const oldPrice = price / 2n
const payer: Hex = `0x${'aa'.repeat(20)}`
const hour = 3_600_000

/** An offer whose price has risen, and a transfer of the old one that was made while it was asked for. */
async function openWorld({ route = 'GET /v1/thing', amount = oldPrice, raisedAgo = hour } = {}) {
  // No grace period, so that only the transfer itself says which price counts.
  const fixture = openGateFixture(undefined, undefined, { priceGraceSeconds: 0 })
  const paidAt = Math.floor(fixture.clock.at / 1000)
  await fixture.ledger.recordPrices({ prices: [{ offerId: 'thing', price: oldPrice }], at: fixture.clock.at - hour })
  await fixture.ledger.recordPrices({ prices: [{ offerId: 'thing', price }], at: fixture.clock.at + 1_000 })
  fixture.transaction = async () => transactionOf(amount, BigInt(paidAt))
  fixture.challenge = {
    ok: true,
    method: 'evm',
    issuedAt: paidAt - 10,
    expiresAt: paidAt + 290,
    expired: true,
    request: { amount, chainId: network.chainId, currency: network.asset, recipient: payTo, credentialTypes: ['hash'] } as never,
    route,
  }
  fixture.clock.at += raisedAgo
  return fixture
}

function transactionOf(value: bigint, timestamp: bigint): TransactionFacts {
  return {
    hash: `0x${'7a'.repeat(32)}`,
    status: 'success',
    blockNumber: 101n,
    blockHash: `0x${'b1'.repeat(32)}`,
    timestamp,
    confirmations: 100n,
    from: payer,
    to: network.asset,
    inputTail: '0x',
    directTransfer: null,
    transfers: [{ logIndex: 0, occurrence: 0, from: payer, to: payTo, value, authorization: null }],
  }
}

/** A credential that names the transaction and a challenge, which the fixture takes for ours. */
const byHash: CredentialReading = {
  kind: 'credential',
  credential: {
    kind: 'mpp',
    hash: 'c1'.repeat(32),
    credential: {
      challenge: { id: 'challenge', realm: 'shop' } as never,
      source: null,
      payload: { type: 'hash', hash: `0x${'7a'.repeat(32)}`, chainId: network.chainId, signature: null },
      hash: 'c1'.repeat(32),
    },
  },
}

const bare = (amount: bigint): CredentialReading => ({
  kind: 'credential',
  credential: {
    kind: 'transaction-hash',
    hash: 'c2'.repeat(32),
    transfer: { network: network.id, transaction: `0x${'7a'.repeat(32)}`, amount, timestamp: 0 },
  },
})

const ask = (fixture: GateFixture, credential: CredentialReading) => fixture.ask(null, { credential })
const statesOf = async (fixture: GateFixture) => (await fixture.ledger.totals()).map(({ state, amount }) => [state, amount])

test('a transfer of the price that our own challenge asked for buys its call an hour after the price rose', async () => {
  const fixture = await openWorld()
  expect(await ask(fixture, byHash)).toMatchObject({ kind: 'answer', payment: { state: 'settled', amount: oldPrice } })
  expect(await statesOf(fixture)).toEqual([['settled', oldPrice]])
})

test('when the run fails it is a credit, which buys the call on its own route at the old price', async () => {
  const fixture = await openWorld()
  const { run } = fixture
  fixture.run = () => Promise.reject(new Problem('upstream_unavailable', 'No source answers.'))
  expect(await ask(fixture, byHash)).toMatchObject({ kind: 'refused', payment: { state: 'credit' } })
  fixture.run = run
  fixture.clock.at += 5 * hour
  expect(await ask(fixture, byHash)).toMatchObject({ kind: 'answer', payment: { state: 'settled', amount: oldPrice } })
})

test('a challenge of a cheaper route does not buy this one, and the refusal says where its transfer goes', async () => {
  const fixture = await openWorld({ route: 'GET /v1/cheaper' })
  const refused = await ask(fixture, byHash)
  expect(refused).toMatchObject({
    kind: 'refused',
    refusal: {
      code: 'invalid_exact_evm_payload_authorization_value_mismatch',
      options: { fix: expect.stringContaining('GET /v1/cheaper') },
    },
  })
  expect(await statesOf(fixture)).toEqual([])
})

test('an authorization of the old price is refused after the grace period: nothing has moved yet', async () => {
  const fixture = await openWorld()
  const payment = await fixture.pay()
  const old = { ...payment, accepted: { ...payment.accepted, amount: oldPrice } }
  expect(await fixture.ask(old)).toMatchObject({ kind: 'refused', refusal: { status: 402 } })
})

test('a bare hash pays the price at the time of its block', async () => {
  const inTime = await openWorld({ raisedAgo: 299_000 })
  expect(await ask(inTime, bare(oldPrice))).toMatchObject({ kind: 'answer', payment: { state: 'settled' } })
  const never = await openWorld({ raisedAgo: 299_000, amount: 1n })
  expect(await ask(never, bare(1n))).toMatchObject({
    kind: 'refused',
    refusal: { options: { fix: expect.stringContaining('ask the operator') } },
  })
})

test('a credit of a bare hash buys its own offer at the old price', async () => {
  const fixture = await openWorld({ raisedAgo: 200_000 })
  fixture.run = () => Promise.reject(new Problem('upstream_unavailable', 'No source answers.'))
  expect(await ask(fixture, bare(oldPrice))).toMatchObject({ payment: { state: 'credit' } })
  fixture.run = async () => answer({ thing: 1 })
  fixture.clock.at += 5 * hour
  expect(await ask(fixture, bare(oldPrice))).toMatchObject({ kind: 'answer', payment: { state: 'settled' } })
})
