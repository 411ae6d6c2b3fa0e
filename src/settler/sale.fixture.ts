import { randomBytes } from 'node:crypto'
import { generous, runLimits } from '../ledger/contract/open-ledger.fixture.ts'
import { signAuthorization } from '../../sandbox/tests/sign-authorization.ts'
import type { AuthorizationWish } from '../../sandbox/tests/sign-authorization.ts'
import { authorizationIdentity } from '../ledger/payments/identity.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import type { Hex } from '../shared/bytes.ts'
import { newReceiptId } from '../shared/ids.ts'
import type { TestChain, TestWallet } from './test-world.fixture.ts'

export const price = 7_500n
const empty = { status: 200, contentType: 'application/json', body: Buffer.from('{}') }

export interface SaleWish extends Partial<Omit<AuthorizationWish, 'network' | 'to' | 'value'>> {
  readonly payer: TestWallet
  readonly amount?: bigint
  readonly instance?: string
  readonly leaseMs?: number
  /** Its answer is sent before the settlement. */
  readonly early?: boolean
  /** Leave it in `claimed`. */
  readonly unserved?: boolean
}

/** A payment as the gate hands it over: claimed under its balance, and served. */
export async function sell(ledger: Ledger, { chain }: Pick<TestChain, 'chain'>, payTo: Hex, wish: SaleWish): Promise<Payment> {
  const { network } = chain
  const { payer, amount = price, instance = 'one', leaseMs = 30_000, unserved = false, early = false, ...rest } = wish
  const { from, signature, validAfter, validBefore, nonce } = await signAuthorization({
    privateKey: payer.privateKey,
    network: { chainId: network.chainId, usdc: network.asset, name: network.domain.name, version: network.domain.version },
    to: payTo,
    value: amount,
    ...rest,
  })
  const state = await chain.payerState(from, nonce, { fresh: true })
  const claimed = await ledger.claim({
    id: newReceiptId({ bytes: (length) => randomBytes(length) }, Date.now()),
    now: Date.now(),
    offerId: 'test',
    fingerprint: 'f'.repeat(64),
    protocol: 'x402',
    network: network.id,
    asset: network.asset,
    payer: from,
    payTo,
    amount,
    authorization: { nonce, validAfter, validBefore, signature },
    identities: [authorizationIdentity(network.id, network.asset, from, nonce)],
    credentialHash: randomBytes(32).toString('hex'),
    client: '127.0.0.1',
    keys: [],
    instance,
    leaseUntil: Date.now() + leaseMs,
    balance: state.balance,
    block: state.block,
    freeCall: null,
    contract: false,
    unsettled: { base: 1_000, max: 1_000 },
    unchargedRuns: runLimits({ hour: '2026-11-21T09', limit: 1_000 }),
  })
  if (claimed.result !== 'claimed') throw new Error(`claim: ${claimed.result}`)
  if (unserved) return claimed.payment
  if (early)
    return (await ledger.serveEarly({ ...claimed.payment, claimed: claimed.payment, answer: empty, at: Date.now(), ...generous }))!.payment
  const served = await ledger.serve({
    id: claimed.payment.id,
    epoch: claimed.payment.epoch,
    at: Date.now(),
    answer: empty,
  })
  return served!
}
