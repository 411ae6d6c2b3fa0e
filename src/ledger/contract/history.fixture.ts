import { expect } from 'vitest'
import type { Hex } from '../../shared/bytes.ts'
import { authorizationIdentity } from '../payments/identity.ts'
import { LeaseLost } from '../leases/leases.ts'
import type { At, Ledger } from '../ledger.ts'
import type { Payment, PaymentState } from '../payments/payment.ts'
import { checkTransfers, theftLimit } from './history-transfers.fixture.ts'
import { base, bytes32, claimOf, hello, noon, noonSeconds, settlementOf, today, transferOf, wallet } from './open-ledger.fixture.ts'

export interface Step {
  readonly act:
    | 'claim'
    | 'hash'
    | 'serve'
    | 'order'
    | 'begin'
    | 'serve_run'
    | 'fail_run'
    | 'release'
    | 'uncharge'
    | 'record'
    | 'settle'
    | 'refuse'
    | 'unsettle'
    | 'reverse'
    | 'finalize'
    | 'archive'
  readonly payer: number
  readonly nonce: number
  readonly amount: bigint
  readonly free: boolean
  readonly by: string
  readonly target: number
  readonly behind: number
}

const balance = 180_000n
const maxRuns = 3

/** Which states may be seen after which, when some steps in between go unseen. */
const next: Record<PaymentState, readonly PaymentState[]> = {
  claimed: ['served', 'free', 'uncharged', 'released', 'settling', 'settled', 'refused', 'reversed', 'credit', 'ordered', 'running'],
  released: ['claimed', 'served', 'free', 'uncharged', 'ordered'],
  served: ['settling', 'settled', 'refused', 'reversed'],
  settling: ['settled', 'refused', 'reversed', 'credit', 'running'],
  settled: ['settling', 'reversed'],
  refused: ['settled', 'settling', 'reversed', 'credit', 'running'],
  free: [],
  uncharged: [],
  credit: ['claimed', 'settled', 'reversed', 'running', 'settling', 'refused'],
  ordered: ['settling', 'credit', 'refused', 'running', 'settled'],
  running: ['settled', 'credit', 'settling', 'reversed', 'refused'],
  refunding: [],
  refunded: [],
  owed: [],
  // A transfer that turned up again; nothing else comes back.
  reversed: ['settled'],
}

/** What is known of a history so far. */
interface HistoryState {
  readonly ledger: Ledger
  readonly known: string[]
  readonly seen: Map<string, Payment>
  /** The payment that held each identity last. */
  readonly idOf: Map<string, string>
  readonly everRefused: Set<string>
  /** Wallets that were entitled to a free call, which they keep until they have had it. */
  readonly entitled: Set<string>
  /** How often each payment was answered. */
  readonly answers: Map<string, number>
  transactions: number
  archived: boolean
}

/** Applies steps to a ledger, and checks what must hold after each. */
export function startHistory(ledger: Ledger) {
  const state: HistoryState = {
    ledger,
    known: [],
    seen: new Map(),
    idOf: new Map(),
    everRefused: new Set(),
    entitled: new Set(),
    answers: new Map(),
    transactions: 0,
    archived: false,
  }
  return {
    take: (step: Step) => take(state, step),
    check: (payments: readonly Payment[]) => check(state, payments),
    payments: () => Promise.all(state.known.map(async (id) => (await ledger.find(id))!)),
    finish: () => finish(ledger),
  }
}

async function take(state: HistoryState, step: Step): Promise<void> {
  if (step.act === 'claim') return claim(state, step)
  if (step.act === 'hash') return hash(state, step)
  if (step.act === 'archive') {
    state.archived = true
    return void (await state.ledger.archive({ expiredBefore: noonSeconds + 61n, limit: step.target }))
  }
  const payment = state.seen.get(state.known[step.target] ?? '')
  if (!payment) return
  await act(state, step.act, payment, { id: payment.id, epoch: payment.epoch - step.behind })
}

async function claim(state: HistoryState, { payer, nonce, amount, free }: Step): Promise<void> {
  const { ledger, known, seen, idOf, entitled } = state
  // The gate has seen on chain by then that the nonce is used.
  if (
    [...seen.values()].some(({ transaction, authorization, final }) => final && !authorization && transaction === transferBy(payer, nonce))
  )
    return
  const freeCall = free ? { day: today, client: 'one', dailyLimit: 2 } : null
  const input = claimOf({ payer: wallet(payer), nonce: bytes32(payer * 100 + nonce), amount, freeCall, balance, block: 0n })
  const result = await ledger.claim(input)
  if (result.result !== 'claimed') return
  const identity = input.identities[0]!
  const holder = idOf.get(identity)
  // Only an archived nonce may have a second row; what is hot is taken up in its own.
  if (holder !== undefined && holder !== result.payment.id) expect(state.archived).toBe(true)
  idOf.set(identity, result.payment.id)
  if (result.payment.free) {
    const earlier = [...seen.values()].filter((payment) => payment.payer === result.payment.payer)
    expect(earlier.filter(({ state }) => state === 'free')).toEqual([])
    if (!entitled.has(result.payment.payer)) expect(earlier.filter(({ settledAt }) => settledAt !== null)).toEqual([])
  }
  if (free) entitled.add(result.payment.payer)
  if (!known.includes(result.payment.id)) known.push(result.payment.id)
}

/** A claim by the transaction that used the nonce; the higher nonces are transfers of their own. */
async function hash({ ledger, known }: HistoryState, { payer, nonce, by }: Step): Promise<void> {
  const transaction = transferBy(payer, nonce)
  const authorizationNonce = nonce <= 3 ? bytes32(payer * 100 + nonce) : null
  const bound = by === 'proof'
  const theft = { day: today, dailyLimit: theftLimit }
  const credentialHash = `${transaction} ${by}`
  const amount = nonce % 2 ? 7500n : 20_000n
  const input = transferOf({ payer: wallet(payer), transaction, authorizationNonce, amount, bound, theft, credentialHash })
  const result = await ledger.claimTransfer(input)
  if (result.result === 'claimed' && !known.includes(result.payment.id)) known.push(result.payment.id)
}

async function act(
  state: HistoryState,
  name: Exclude<Step['act'], 'claim' | 'hash' | 'archive'>,
  payment: Payment,
  at: At,
): Promise<unknown> {
  const { id } = payment
  const { ledger, answers, everRefused } = state
  switch (name) {
    case 'serve':
      if (await ledger.serve({ ...at, answer: hello, at: noon })) answers.set(id, (answers.get(id) ?? 0) + 1)
      return
    case 'order':
      return ledger.order(at)
    case 'begin':
      return ledger.beginRun({
        ...at,
        offerId: 'market-price',
        fingerprint: 'again',
        client: 'one',
        instance: 'here',
        leaseUntil: noon + 60_000,
        maxRuns,
      })
    case 'serve_run':
      if (await ledger.serveRun({ ...at, answer: hello, at: noon })) answers.set(id, (answers.get(id) ?? 0) + 1)
      return
    case 'fail_run':
      return ledger.failRun({ ...at, reason: 'run_failed' })
    case 'release':
      return ledger.release({ ...at, reason: 'run_failed', counted: null })
    case 'uncharge':
      return ledger.uncharge({ ...at, answer: hello, reason: 'nothing_new', counted: null, at: noon })
    case 'record':
      state.transactions += 1
      return ledger
        .recordTransaction({
          network: base,
          signer: wallet(9),
          nonce: state.transactions,
          transaction: signed(state.transactions),
          payments: [id],
          at: noon,
        })
        .catch((error: unknown) => {
          // An archived payment is final: no transaction is stored for it.
          if (!(state.archived && error instanceof LeaseLost)) throw error
        })
    case 'settle':
      return ledger.settle([settlement(payment)])
    case 'refuse':
      if (await ledger.refuse({ id, reason: 'cancelled', at: noon })) everRefused.add(id)
      return
    case 'unsettle':
      return ledger.unsettle({ id, at: noon })
    case 'reverse':
      return ledger.reverse({ ...at, reason: 'reorganised', at: noon })
    case 'finalize':
      return ledger.finalize({ ids: [id] })
  }
}

function check({ seen, everRefused, answers }: HistoryState, payments: readonly Payment[]): void {
  for (const payment of payments) {
    const before = seen.get(payment.id)
    if (before && before.state !== payment.state) {
      expect(payment.epoch).toBeGreaterThan(before.epoch)
      expect(next[before.state]).toContain(payment.state)
      if ((payment.state === 'credit' && payment.timing === 'after') || before.state === 'reversed')
        expect(payment.authorization).toBeNull()
      if (payment.timing === 'first') expect(payment.runs).toBeLessThanOrEqual(maxRuns)
    }
    if (before?.final && before.state === 'settled') expect(payment).toEqual(before)
    seen.set(payment.id, payment)
  }
  for (const payer of [1, 2, 3].map(wallet)) {
    const theirs = payments.filter((payment) => payment.payer === payer)
    expect(theirs.filter(({ free }) => free).length).toBeLessThanOrEqual(1)
    const owed = theirs.filter(
      ({ authorization, state, free, id }) =>
        authorization &&
        ['claimed', 'ordered', 'served', 'settling', 'settled', 'credit', 'running'].includes(state) &&
        !free &&
        !everRefused.has(id),
    )
    // Archived settlements lie in blocks that any balance of now includes.
    expect(owed.filter(({ final }) => !final).reduce((sum, { amount }) => sum + amount, 0n)).toBeLessThanOrEqual(balance)
  }
  const identities = payments
    .filter(({ state }) => ['claimed', 'ordered', 'served', 'settling'].includes(state))
    .flatMap(({ network, asset, payer, authorization }) =>
      authorization ? [authorizationIdentity(network, asset, payer, authorization.nonce)] : [],
    )
  expect(new Set(identities).size).toBe(identities.length)
  checkTransfers(payments, answers)
}

/** Does with everything unfinished what recovery and settler would do. */
async function finish(ledger: Ledger): Promise<void> {
  await ledger.endAbandonedRuns({ now: noon, instance: 'after', allInstances: true, limit: 100 })
  for (const orphan of await ledger.orphans({ now: noon, instance: 'after', allInstances: true, limit: 100 })) {
    const [mine] = await ledger.adopt({ rows: [orphan], instance: 'after', leaseUntil: noon })
    if (mine!.state === 'claimed') await ledger.release({ ...mine!, reason: 'restart', counted: null })
    else expect(await ledger.settle([settlement(mine!)])).toHaveLength(1)
  }
}

/** The one transaction on chain that uses this nonce of this payer. */
function transferBy(payer: number, nonce: number): Hex {
  return bytes32(0x7000_0000 + payer * 100 + nonce)
}

/** By that transaction, for an authorization; in a later block, for a transfer. */
function settlement({ id, authorization, transaction }: Payment) {
  const used = authorization ? bytes32(0x7000_0000 + Number(authorization.nonce)) : transaction!
  return { ...settlementOf(id), transaction: used, occurrence: 0 }
}

function signed(number: number) {
  return { hash: bytes32(number), raw: '0x02', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, storedAt: noon } as const
}
