import { setTimeout as sleep } from 'node:timers/promises'
import type { NetworkId } from '../../src/chain/chain.ts'
import { authorizationFor, buildMppCredential } from '../../src/payments/mpp/build-credential.ts'
import { decodeChargeRequest, type ChargeRequest } from '../../src/payments/mpp/charge-request.ts'
import { attributionMemo } from '../../src/payments/mpp/memo.ts'
import { parsePaymentChallenges } from '../../src/payments/mpp/parse-www-authenticate.ts'
import { proofText } from '../../src/payments/mpp/proof-message.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { decodePayment, signPayment, type Account } from '../signed-payments.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { EntryPoint } from './entry-point.ts'
import type { FaultyChain } from './faulty-world.ts'
import { makeOwnTransfer, signOwnTransfer, type OwnTransfer } from './own-transfer.ts'
import type { Way } from './purchase.ts'

/** A payment that is ready to be presented. */
export interface ReadyPayment {
  readonly headers: Readonly<Record<string, string>>
  readonly amount: bigint
  readonly nonce: Hex | null
  readonly transaction: OwnTransfer | null
}

export interface PaymentPlan {
  readonly entryPoint: EntryPoint
  readonly path: string
  readonly way: Way
  readonly chain: FaultyChain
  readonly account: Account
  readonly client: string
  readonly random: SeededRandom
  /** Whether there is still time to pay. */
  readonly mayContinue: () => boolean
}

type Challenge = ReturnType<typeof parsePaymentChallenges>[number]

/** Lifetime of a challenge. A challenge with another lifetime comes from a clock that is off. */
const challengeMs = 300_000
const minMs = 60_000
/**
 * Payers send no money to a service whose clock is further ahead than this, unless the transfer names its challenge: by that clock the
 * transfer would look too old.
 */
const maxClockAheadMs = 25_000

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** Asks for the terms and pays by one method. Null when there were no terms in time, or when the network is not offered now. */
export async function readyPayment(plan: PaymentPlan): Promise<ReadyPayment | null> {
  const asked = await askForTerms(plan)
  if (asked === null) return null
  const { chain, account, way } = plan
  if (way === 'x402 authorization') {
    const required = asked.get('payment-required')
    // While no network can settle, only transfers are taken, and those only by MPP.
    if (required === null) return null
    const terms = decodePayment(required) as Parameters<typeof signPayment>[0]
    const accepted = terms.accepts.find(({ network }) => network === chain.network.id)
    if (!accepted) return null
    const header = await signPayment(terms, account, { network: chain.network.id })
    const nonce = (decodePayment(header)['payload'] as { authorization: { nonce: Hex } }).authorization.nonce
    return { headers: { 'PAYMENT-SIGNATURE': header }, amount: BigInt(accepted.amount), nonce, transaction: null }
  }
  const [challenge] = parsePaymentChallenges(asked.get('www-authenticate') ?? '')
  const decoded = challenge && decodeChargeRequest(challenge.request)
  if (!challenge || !decoded?.ok || decoded.request.chainId !== chain.network.chainId) return null
  if (way === 'MPP authorization') return mppAuthorization(plan, challenge, decoded.request)
  const expiresInMs = Date.parse(challenge.expires ?? '') - Date.now()
  // Payers do not pay a challenge that has expired or that expires before the next block.
  if (!(expiresInMs > minMs)) return null
  const ahead = expiresInMs > challengeMs + maxClockAheadMs
  if (way === 'MPP hash') return mppHash(plan, challenge, decoded.request, ahead)
  return ahead ? null : legacyHash(plan, decoded.request)
}

/** Returns the headers of a 402. Without a 402 the client asks again. */
async function askForTerms({ entryPoint, path, chain, client, mayContinue }: PaymentPlan): Promise<Headers | null> {
  while (mayContinue()) {
    const exchange = await entryPoint.ask(path, { 'Payment-Network': chain.network.id, 'X-Forwarded-For': client })
    if (exchange.kind === 'response' && exchange.status === 402) return exchange.headers
    await sleep(300)
  }
  return null
}

async function mppAuthorization({ chain, account }: PaymentPlan, challenge: Challenge, request: ChargeRequest): Promise<ReadyPayment> {
  const latest = Math.floor(Date.now() / 1000) + challengeMs / 1000
  const unsigned = authorizationFor(challenge, request, { from: account.address, latest })
  const { usdc, name, version, chainId } = chain.network
  const signature = await account.signTypedData({
    domain: { name, version, chainId, verifyingContract: usdc },
    types,
    primaryType: 'TransferWithAuthorization',
    message: unsigned,
  })
  const credential = buildMppCredential(challenge, { type: 'authorization', authorization: { ...unsigned, signature } }, chainId)
  return { headers: { Authorization: credential }, amount: request.amount, nonce: unsigned.nonce, transaction: null }
}

/** Pays by a transfer with a memo, with a signed proof, or without any proof of the payer. */
async function mppHash(
  { chain, account, random }: PaymentPlan,
  challenge: Challenge,
  request: ChargeRequest,
  memoOnly: boolean,
): Promise<ReadyPayment | null> {
  const proof = memoOnly ? 'memo' : random.pick(['memo', 'signature', 'none'])
  const memo = proof === 'memo' ? attributionMemo({ id: challenge.id, realm: challenge.realm, client: null }) : null
  const transaction = await signOwnTransfer(chain, account, { to: request.recipient, amount: request.amount, memo })
  const { hash } = transaction
  const message = proofText({ challengeId: challenge.id, hash })
  const signature = proof === 'signature' ? await account.signMessage({ message }) : null
  await makeOwnTransfer(chain, transaction)
  const credential = buildMppCredential(challenge, { type: 'hash', hash, from: account.address, signature }, chain.network.chainId)
  return { headers: { Authorization: credential }, amount: request.amount, nonce: null, transaction }
}

async function legacyHash({ chain, account }: PaymentPlan, request: ChargeRequest): Promise<ReadyPayment | null> {
  const transaction = await signOwnTransfer(chain, account, { to: request.recipient, amount: request.amount, memo: null })
  await makeOwnTransfer(chain, transaction)
  const inner = { txHash: transaction.hash, amount: String(request.amount), timestamp: Math.floor(Date.now() / 1000) }
  const payload = Buffer.from(JSON.stringify(inner)).toString('base64')
  const header = JSON.stringify({ scheme: 'exact', network: chain.network.id satisfies NetworkId, payload })
  return { headers: { 'X-PAYMENT': header }, amount: request.amount, nonce: null, transaction }
}
