import { setTimeout as sleep } from 'node:timers/promises'
import type { NetworkId } from '../../src/chain/chain.ts'
import { authorizationFor, buildMppCredential } from '../../src/payments/mpp/build-credential.ts'
import { decodeChargeRequest, type ChargeRequest } from '../../src/payments/mpp/charge-request.ts'
import { attributionMemo } from '../../src/payments/mpp/memo.ts'
import { parsePaymentChallenges } from '../../src/payments/mpp/parse-www-authenticate.ts'
import { proofText } from '../../src/payments/mpp/proof-message.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { decodePayment, signPayment, type Account } from '../stage.ts'
import type { Dice } from './dice.ts'
import type { Door } from './door.ts'
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

export interface Wish {
  readonly door: Door
  readonly path: string
  readonly way: Way
  readonly chain: FaultyChain
  readonly account: Account
  readonly client: string
  readonly dice: Dice
  /** Whether there is still time for it. */
  readonly goesOn: () => boolean
}

type Challenge = ReturnType<typeof parsePaymentChallenges>[number]

/** A challenge is good for this long; one that says otherwise comes from a clock that is off. */
const challengeMs = 300_000
const leastMs = 60_000
/**
 * A service whose clock is further ahead than this is sent no money, unless the transfer names its challenge: by that clock
 * it would seem too old.
 */
const carefulMs = 25_000

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

/** Asks for the terms and pays them in one way. Null when it could not: no terms in time, or the network is not offered now. */
export async function readyPayment(wish: Wish): Promise<ReadyPayment | null> {
  const asked = await askForTerms(wish)
  if (asked === null) return null
  const { chain, account, way } = wish
  if (way === 'x402 authorization') {
    const terms = decodePayment(asked.get('payment-required')!) as Parameters<typeof signPayment>[0]
    const accepted = terms.accepts.find(({ network }) => network === chain.network.id)
    if (!accepted) return null
    const header = await signPayment(terms, account, { network: chain.network.id })
    const nonce = (decodePayment(header)['payload'] as { authorization: { nonce: Hex } }).authorization.nonce
    return { headers: { 'PAYMENT-SIGNATURE': header }, amount: BigInt(accepted.amount), nonce, transaction: null }
  }
  const [challenge] = parsePaymentChallenges(asked.get('www-authenticate') ?? '')
  const decoded = challenge && decodeChargeRequest(challenge.request)
  if (!challenge || !decoded?.ok || decoded.request.chainId !== chain.network.chainId) return null
  if (way === 'MPP authorization') return mppAuthorization(wish, challenge, decoded.request)
  const expiresInMs = Date.parse(challenge.expires ?? '') - Date.now()
  // Nobody pays a challenge that is over, or that will be before a block is made.
  if (!(expiresInMs > leastMs)) return null
  const ahead = expiresInMs > challengeMs + carefulMs
  if (way === 'MPP hash') return mppHash(wish, challenge, decoded.request, ahead)
  return ahead ? null : legacyHash(wish, decoded.request)
}

/** The headers of a 402; a client that hears nothing, or something else, asks again. */
async function askForTerms({ door, path, chain, client, goesOn }: Wish): Promise<Headers | null> {
  while (goesOn()) {
    const exchange = await door.ask(path, { 'Payment-Network': chain.network.id, 'X-Forwarded-For': client })
    if (exchange.kind === 'response' && exchange.status === 402) return exchange.headers
    await sleep(300)
  }
  return null
}

async function mppAuthorization({ chain, account }: Wish, challenge: Challenge, request: ChargeRequest): Promise<ReadyPayment> {
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

/** By a transfer with a memo, with a signed proof, or with nothing that tells who made it. */
async function mppHash(
  { chain, account, dice }: Wish,
  challenge: Challenge,
  request: ChargeRequest,
  memoOnly: boolean,
): Promise<ReadyPayment | null> {
  const proof = memoOnly ? 'memo' : dice.pick(['memo', 'signature', 'none'])
  const memo = proof === 'memo' ? attributionMemo({ id: challenge.id, realm: challenge.realm, client: null }) : null
  const transaction = await signOwnTransfer(chain, account, { to: request.recipient, amount: request.amount, memo })
  const { hash } = transaction
  const message = proofText({ challengeId: challenge.id, hash })
  const signature = proof === 'signature' ? await account.signMessage({ message }) : null
  await makeOwnTransfer(chain, transaction)
  const credential = buildMppCredential(challenge, { type: 'hash', hash, from: account.address, signature }, chain.network.chainId)
  return { headers: { Authorization: credential }, amount: request.amount, nonce: null, transaction }
}

async function legacyHash({ chain, account }: Wish, request: ChargeRequest): Promise<ReadyPayment | null> {
  const transaction = await signOwnTransfer(chain, account, { to: request.recipient, amount: request.amount, memo: null })
  await makeOwnTransfer(chain, transaction)
  const inner = { txHash: transaction.hash, amount: String(request.amount), timestamp: Math.floor(Date.now() / 1000) }
  const payload = Buffer.from(JSON.stringify(inner)).toString('base64')
  const header = JSON.stringify({ scheme: 'exact', network: chain.network.id satisfies NetworkId, payload })
  return { headers: { 'X-PAYMENT': header }, amount: request.amount, nonce: null, transaction }
}
