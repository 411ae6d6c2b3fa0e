import type { Hex } from '../../shared/bytes.ts'
import { sha256 } from '../../shared/sha256.ts'
import type { Store } from '../../store/store.ts'
import type { AnswerFiles } from '../answers/answer-files.ts'
import { authorizationIdentity } from '../payments/identity.ts'
import type { ClaimInput, ClaimTransferInput, Ledger } from '../ledger.ts'
import type { UnchargedRunLimits } from '../quotas/uncharged-runs.ts'
import type { Payment, StoredAnswer } from '../payments/payment.ts'

export interface Opened extends AsyncDisposable {
  readonly ledger: Ledger
  /** The one that it stands on, to look at what no ledger tells. */
  readonly store: Store
  readonly files: AnswerFiles
}

export type OpenLedger = () => Promise<Opened>

/** Noon of a day; every test has it as its present. */
export const noon = Date.UTC(2026, 10, 21, 12)
export const today = '2026-11-21'
export const thisHour = '2026-11-21T12'
export const base = 'eip155:8453'
export const polygon = 'eip155:137'
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
export const noonSeconds = BigInt(noon / 1000)

export function wallet(number: number): Hex {
  return `0x${number.toString(16).padStart(40, '0')}`
}

export function bytes32(number: number): Hex {
  return `0x${number.toString(16).padStart(64, '0')}`
}

let count = 0

/** Above every nonce that a test names itself. */
const unnamed = 0x4000_0000

/** A claim for a new payment, by a wallet with a large balance; `nonce` makes it the same payment again. */
export function claimOf(changes: Partial<ClaimInput> & { nonce?: Hex } = {}): ClaimInput {
  const { nonce = bytes32(unnamed + ++count), ...rest } = changes
  const network = rest.network ?? base
  const payer = rest.payer ?? wallet(1)
  const asset = rest.asset ?? wallet(0xa55e7)
  return {
    id: sha256(`receipt ${++count}`).slice(0, 32),
    now: noon,
    offerId: 'market-price',
    fingerprint: 'fingerprint',
    protocol: 'x402',
    network,
    asset,
    payer,
    payTo: wallet(0xfee),
    amount: 7500n,
    authorization: { nonce, validAfter: 0n, validBefore: noonSeconds + 60n, signature: '0xabcd' },
    identities: [authorizationIdentity(network, asset, payer, nonce)],
    credentialHash: sha256(`credential ${nonce}`),
    client: '192.0.2.1',
    keys: [],
    instance: 'here',
    leaseUntil: noon + minuteMs,
    balance: 1_000_000n,
    block: 100n,
    freeCall: null,
    contract: false,
    unsettled: { base: 1_000, max: 1_000 },
    unchargedRuns: runLimits(),
    ...rest,
  }
}

/** A claim by a new transfer; `transaction` makes it the same transfer again. */
export function transferOf(changes: Partial<ClaimTransferInput> = {}): ClaimTransferInput {
  const number = ++count
  return {
    id: sha256(`receipt ${number}`).slice(0, 32),
    now: noon,
    offerId: 'market-price',
    fingerprint: 'fingerprint',
    protocol: 'mpp',
    network: base,
    asset: wallet(0xa55e7),
    payer: wallet(1),
    payTo: wallet(0xfee),
    amount: 7500n,
    credentialHash: sha256(`credential ${number}`),
    client: '192.0.2.1',
    keys: [],
    instance: 'here',
    leaseUntil: noon + minuteMs,
    transaction: bytes32(0x7000_0000 + number),
    blockNumber: 100n,
    blockHash: bytes32(100),
    logIndex: 5,
    occurrence: 0,
    authorizationNonce: null,
    claimBlock: 102n,
    bound: false,
    theft: { day: today, dailyLimit: 1_000_000n },
    unchargedRuns: runLimits(),
    ...changes,
  }
}

/** The same transfer in another credential, for another request of another caller. */
export const again = (input: ClaimTransferInput, changes: Partial<ClaimTransferInput> = {}) =>
  transferOf({ ...input, ...fresh(), offerId: 'other', fingerprint: 'else', client: '192.0.2.9', ...changes })

/** Names that were not used before. */
export function fresh() {
  const { id, credentialHash } = transferOf()
  return { id, credentialHash }
}

export const inNextBlock = { blockNumber: 101n, blockHash: bytes32(101), logIndex: 9 }

export async function claimedTransfer(ledger: Ledger, input: ClaimTransferInput): Promise<Payment> {
  const result = await ledger.claimTransfer(input)
  if (result.result !== 'claimed') throw new Error(`transfer was not admitted: ${result.result}`)
  return result.payment
}

/** Served, which settles it. */
export async function settledTransfer(ledger: Ledger, input: ClaimTransferInput): Promise<Payment> {
  const payment = await ledger.serve({ ...(await claimedTransfer(ledger, input)), answer: hello, at: noon + 10 })
  if (!payment) throw new Error('the claim was lost')
  return payment
}

/** Claims, and gives the payment; anything but `claimed` fails the test. */
export async function claimed(ledger: Ledger, input: ClaimInput): Promise<Payment> {
  const result = await ledger.claim(input)
  if (result.result !== 'claimed') throw new Error(`claim was not admitted: ${result.result}`)
  return result.payment
}

export const hello: StoredAnswer = { status: 200, contentType: 'application/json', body: new TextEncoder().encode('{"hello":"world"}') }

export async function served(ledger: Ledger, input: ClaimInput): Promise<Payment> {
  const payment = await ledger.serve({ ...(await claimed(ledger, input)), answer: hello, at: noon + 10 })
  if (!payment) throw new Error('the claim was lost')
  return payment
}

export async function settled(ledger: Ledger, input: ClaimInput, blockNumber = 101n): Promise<Payment> {
  const { id } = await served(ledger, input)
  const [payment] = await ledger.settle([settlementOf(id, blockNumber)])
  if (!payment) throw new Error('not settled')
  return payment
}

/** Each payment is another transfer of one transaction. */
export function settlementOf(id: string, blockNumber = 101n) {
  const occurrence = Number.parseInt(id.slice(0, 8), 16)
  return { id, transaction: bytes32(0x7a), blockNumber, blockHash: bytes32(Number(blockNumber)), logIndex: 3, occurrence, at: noon + 1000 }
}

/** The same limit for a payer, an address and the contract payers of an address. */
export function runLimits({
  hour = thisHour,
  limit = 30,
  ...changes
}: { limit?: number } & Partial<UnchargedRunLimits> = {}): UnchargedRunLimits {
  return { hour, perPayer: limit, perClient: limit, contractsPerClient: limit, clientUnderWay: 0, settledHere: 0, ...changes }
}

/** Limits within which every answer may be sent early, and a payer that has settled before. */
export const generous = {
  limits: {
    day: today,
    perPayer: 1_000_000n,
    perClient: 1_000_000n,
    perDay: 1_000_000n,
    unsettled: { base: 1_000, max: 1_000 },
  },
  settledHere: { payments: 5, amount: 1_000_000n },
}

export const released = (ledger: Ledger, payment: Payment, counted = false) =>
  ledger.release({ ...payment, reason: 'run_failed', counted: counted ? { hour: thisHour, seconds: 1 } : null })

export const uncharged = (ledger: Ledger, payment: Payment, counted = false) =>
  ledger.uncharge({
    ...payment,
    answer: hello,
    reason: 'nothing_new',
    counted: counted ? { hour: thisHour, seconds: 1 } : null,
    at: noon + 20,
  })
