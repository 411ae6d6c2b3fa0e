import type { ClaimInput, ClaimResult, RecordTransactionInput } from '../../../src/ledger/ledger.ts'
import type { NetworkSpending } from '../../../src/ledger/slots/network-spending.ts'
import { checkEarlyUnit, owes } from './check-early-units.ts'
import type { Query, SqliteTransaction, Store, Unit } from '../../../src/store/store.ts'
import { runLimits } from '../service/run-limits.ts'
import type { Spending } from '../service/spending.ts'
import type { Asked } from '../service/watched-settler.ts'

export interface CheckLimitsParts {
  readonly spending: Spending | null
  /** What all our signers have paid for gas on this network, in wei, by its blocks. */
  readonly gasSpent: (network: string) => bigint
  readonly isMined: (network: string, hash: string) => boolean
  /** Whether an authorization was used or cancelled, by the blocks of its network. */
  readonly isUsed: (network: string, payer: string, nonce: string) => boolean
  readonly asked: Asked
  /** No other process sends for this ledger. */
  readonly alone: boolean
  readonly breach: (what: string) => void
}

/** What was spent and brought on a network, when the process last asked what it may spend. In wei, and in base units. */
interface Figures {
  readonly network: string
  readonly wei: bigint
  readonly brought: bigint
  /** The most that all transactions which this process had stored until then may cost. */
  readonly sent: bigint
}

/** What was known when a transaction was to be stored: the figures of its network, and which transfers had been tried with success. */
interface Seen {
  readonly before: Figures | null
  readonly tried: (nonce: string) => boolean
  /** The account nonce has a transaction already. */
  readonly replaces: boolean
}

/** Between its question and the transaction a process may ask again for other payments. */
const figuresKept = 2
const weiPerGwei = 10n ** 9n
const weiPerCoin = 10n ** 18n
const basisPoints = 10_000n
const income = `timing <> 'refund'`
const owed = 'unfinished = 1 AND free = 0 AND valid_before IS NOT NULL'

/**
 * The store as one process writes it, with checks at the moment of each claim and of each transaction: that a payer has no more
 * unsettled payments than it may have, that the settler was asked before, that transfers were tried before they are sent, that no
 * two transactions settle different payments under one account nonce, and that the gas budget had room.
 */
export function checkLimits(store: Store, parts: CheckLimitsParts): Store {
  const { spending, asked, breach } = parts
  const known: Figures[] = []
  /** By network, what the transactions of this process may cost, each at the fees that it was first sent with. */
  const sent = new Map<string, bigint>()

  function checkClaim(transaction: SqliteTransaction, { payer: mixed, network, amount }: ClaimInput, output: ClaimResult): void {
    if (output.result !== 'claimed' || output.payment.free) return
    const payer = mixed.toLowerCase()
    const who = payer.slice(0, 10)
    const settled = numberIn(
      transaction,
      `SELECT (SELECT count(*) FROM payments WHERE payer = ? AND settled_at IS NOT NULL)
         + (SELECT count(*) FROM payments_archive WHERE payer = ? AND settled_at IS NOT NULL) AS n`,
      payer,
      payer,
    )
    if (owes(transaction, payer)) breach(`${who} owes a payment, and another one was claimed`)
    const unsettled = numberIn(transaction, `SELECT count(*) AS n FROM payments WHERE payer = ? AND ${owed}`, payer)
    const limit = Math.min(runLimits.unsettled.max, runLimits.unsettled.base + Number(settled))
    if (unsettled > limit) breach(`${who} has ${unsettled} payments unsettled, and ${limit} are allowed after ${settled} settled`)
    if (asked.claimedUnasked(network, amount)) breach(`a payment of ${who} was claimed on ${network}, where nothing can be settled`)
  }

  function figuresOf(transaction: SqliteTransaction, network: string): Figures {
    const open = transaction
      .all(`SELECT signer, nonce, worst_gwei FROM slots WHERE network = ? AND state = 'open'`, network)
      .filter((slot) => {
        const stored = transaction.all(
          'SELECT hash FROM transactions WHERE network = ? AND signer = ? AND nonce = ?',
          network,
          slot['signer'] as string,
          slot['nonce'] as bigint,
        )
        return !stored.some(({ hash }) => parts.isMined(network, hash as string))
      })
    // A payment brings its amount once: it was settled, or is still owed. A refund brings nothing, and neither does what was reversed.
    const brought = numberIn(
      transaction,
      `SELECT coalesce(sum(amount * (${owed} OR (settled_at IS NOT NULL AND state <> 'reversed'))), 0)
         + (SELECT coalesce(sum(amount), 0) FROM payments_archive WHERE network = ? AND settled_at IS NOT NULL AND state <> 'reversed' AND ${income}) AS n
       FROM payments WHERE network = ? AND nonce IS NOT NULL AND ${income}`,
      network,
      network,
    )
    const worst = open.reduce((sum, slot) => sum + (slot['worst_gwei'] as bigint), 0n) * weiPerGwei
    return { network, wei: parts.gasSpent(network) + worst, brought, sent: sent.get(network) ?? 0n }
  }

  function remember(figures: Figures): void {
    known.push(figures)
    const own = known.filter(({ network }) => network === figures.network)
    if (own.length > figuresKept) known.splice(known.indexOf(own[0]!), 1)
  }

  function hasRoom({ wei, brought }: Figures, more: bigint): boolean {
    const { coinPrice, shareBasisPoints, allowancePerDay } = spending!
    const cost = ((wei + more) * coinPrice) / weiPerCoin
    return cost * basisPoints <= brought * shareBasisPoints + allowancePerDay * basisPoints
  }

  function checkSent(transaction: SqliteTransaction, input: RecordTransactionInput, seen: Seen): void {
    const { before, tried, replaces } = seen
    const { network, signer, nonce: slot, payments, worstGwei = 0n, transaction: signed } = input
    const worst = worstGwei * weiPerGwei
    if (payments.length === 0) return
    const rows = transaction.all('SELECT id, nonce FROM payments WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(payments))
    for (const { id, nonce } of rows)
      if (!tried(nonce as string)) breach(`receipt ${String(id).slice(0, 8)} is sent, and its last simulation did not succeed`)
    const under = transaction.all(
      'SELECT payment_id FROM slot_payments WHERE network = ? AND signer = ? AND nonce = ?',
      network,
      signer.toLowerCase(),
      BigInt(slot),
    )
    if (under.length !== payments.length)
      breach(`${under.length} payments are under nonce ${slot} on ${network}, ${payments.length} were sent`)
    // One process knows what it has sent since it asked. Several may not know it of each other.
    const since = ({ sent: until }: Figures) => (parts.alone ? (sent.get(network) ?? 0n) - until : 0n)
    const figures = [...known, ...(before ? [before] : [])].filter((one) => one.network === network)
    if (before && !figures.some((one) => hasRoom(one, since(one) + worst)))
      breach(`${signed.hash.slice(0, 10)} on ${network} may cost more than the gas budget has left`)
    // A transaction that replaces one is sent for what was reserved before.
    if (!replaces) sent.set(network, (sent.get(network) ?? 0n) + worst)
  }

  function checked<Input, Output>(unit: Unit<Input, Output>): Unit<Input, Output> {
    const early = checkEarlyUnit(unit, parts)
    if (early) return early
    if (unit.name === 'claim') {
      return {
        ...unit,
        sqlite(transaction, input) {
          const output = unit.sqlite(transaction, input)
          checkClaim(transaction, input as ClaimInput, output as ClaimResult)
          return output
        },
      }
    }
    if (unit.name !== 'record_transaction') return unit
    // The write may come to the database long after it was asked for.
    const tried = asked.passed()
    return {
      ...unit,
      sqlite(transaction, input) {
        const recorded = input as RecordTransactionInput
        const { network, signer, nonce } = recorded
        const before = spending && figuresOf(transaction, network)
        const replaces =
          numberIn(
            transaction,
            'SELECT count(*) AS n FROM transactions WHERE network = ? AND signer = ? AND nonce = ?',
            network,
            signer.toLowerCase(),
            BigInt(nonce),
          ) > 0n
        const output = unit.sqlite(transaction, input)
        if (output) checkSent(transaction, recorded, { before, tried, replaces })
        return output
      },
    }
  }

  function watched<Input, Output>(query: Query<Input, Output>): Query<Input, Output> {
    if (query.name !== 'network_spending' || spending === null) return query
    return {
      ...query,
      sqlite(transaction, input) {
        const figures = figuresOf(transaction, (input as { network: string }).network)
        remember(figures)
        const output = query.sqlite(transaction, input)
        const { settled, unsettledValue } = output as NetworkSpending
        const { network, brought } = figures
        if (settled + unsettledValue > brought)
          breach(`the budget of ${network} counts ${settled} + ${unsettledValue}, and payments bring ${brought}`)
        return output
      },
    }
  }

  return {
    read: (query, input) => store.read(watched(query), input),
    write: (unit, input) => store.write(checked(unit), input),
    close: () => store.close(),
  }
}

function numberIn(transaction: SqliteTransaction, sql: string, ...values: (string | bigint)[]): bigint {
  return transaction.get(sql, ...values)!['n'] as bigint
}
