import type { Hex } from '../../shared/bytes.ts'
import { utcDay } from '../../shared/clock.ts'
import type { Mode } from '../../shared/mode.ts'
import type { NetworkId } from '../../chain/chain.ts'

/** Real money and play money are counted separately. */
export type MoneyWorld = Mode

/** A payment for one tool call: everything that its signature is made from, so that the same signature can be made again. */
export interface Purchase {
  /** The service knows it by this id too: it is the `payment-identifier` and the idempotency key. */
  readonly id: string
  /** The same value for the same call of the same tool by the same payer. */
  readonly call: string
  readonly world: MoneyWorld
  readonly tool: string
  readonly payer: Hex
  readonly network: NetworkId
  readonly payTo: Hex
  /** USDC base units. */
  readonly amount: bigint
  readonly nonce: Hex
  /** Unix seconds. */
  readonly validBefore: bigint
  /** The terms that the payment echoes, as JSON. */
  readonly terms: string
}

/** What the service said about a payment that was sent. `unused`: the call failed, and the same authorization may be used again. */
export type Outcome = 'charged' | 'uncharged' | 'refused' | 'unused'

/** What was signed on a UTC day, in base units. A payment counts until it is certain that it can never be spent. */
export interface DaySpending {
  readonly spent: bigint
  /** Milliseconds since the epoch. */
  readonly resetsAt: number
}

export type SpendReservation =
  /** To be signed now, under the nonce of an earlier unused payment where there is one. */
  | { readonly kind: 'reserved'; readonly purchase: Purchase }
  /** This call already has a payment whose outcome is unknown: that one is to be sent again. */
  | { readonly kind: 'open'; readonly purchase: Purchase }
  /** Nothing is reserved: this amount would exceed the limit of the day. */
  | ({ readonly kind: 'over' } & DaySpending)
  /** Nothing is reserved: earlier payments to this service went to another address. */
  | { readonly kind: 'other_payee'; readonly known: string }

/** A purchase whose authorization has expired, so that the chain can say for good whether it was spent. */
export type Expired = Pick<Purchase, 'id' | 'payer' | 'network' | 'nonce'>

/** Every method is one transaction, which is on disk when the method returns. */
export interface SpendingBook {
  open(call: string): Purchase | null
  /** Payments to `service` go to one address per network, until `forgetPayees`. */
  reserve(purchase: Purchase, limits: { readonly perDay: bigint; readonly service: string }, now: number): SpendReservation
  close(id: string, outcome: Outcome, now: number): void
  /** Frees a purchase that was never spent and can no longer be. */
  release(id: string, now: number): void
  spending(world: MoneyWorld, now: number): DaySpending
  /** The next payment may go to another address. */
  forgetPayees(service: string): void
  /**
   * Purchases of this day that are not known to be charged, and under whose nonce everything that was ever signed expired before
   * `before` (unix seconds): an earlier signature may be valid for longer than the latest one.
   */
  expired(world: MoneyWorld, before: bigint, now: number): Expired[]
}

type Cell = string | bigint | Uint8Array | null

/** The statements of one transaction, as `store/sqlite` has them. */
interface Statements {
  get(sql: string, ...values: readonly Cell[]): Record<string, Cell> | undefined
  all(sql: string, ...values: readonly Cell[]): Record<string, Cell>[]
  run(sql: string, ...values: readonly Cell[]): unknown
}

/** Where the book is kept. Runs `work` in a transaction that overlaps no other one, in this process or another. */
export interface SpendingFile {
  exclusive<T>(work: (statements: Statements) => T): T
}

/**
 * `state`: open (the outcome is unknown), an outcome, or released; only a released purchase does not count. `reused`: an earlier
 * purchase was signed under the same nonce.
 */
export const spendingSchema = `
  CREATE TABLE IF NOT EXISTS purchases (
    id TEXT PRIMARY KEY, call TEXT NOT NULL, state TEXT NOT NULL, day TEXT NOT NULL, world TEXT NOT NULL, tool TEXT NOT NULL,
    payer TEXT NOT NULL, network TEXT NOT NULL, pay_to TEXT NOT NULL, amount INTEGER NOT NULL, nonce TEXT NOT NULL,
    valid_before INTEGER NOT NULL, terms TEXT NOT NULL, reused INTEGER NOT NULL, made_at INTEGER NOT NULL, changed_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS purchases_open ON purchases (call) WHERE state = 'open';
  CREATE INDEX IF NOT EXISTS purchases_day ON purchases (world, day);
  CREATE INDEX IF NOT EXISTS purchases_nonce ON purchases (nonce);
  CREATE TABLE IF NOT EXISTS payees (service TEXT NOT NULL, network TEXT NOT NULL, pay_to TEXT NOT NULL, PRIMARY KEY (service, network)) STRICT;
`

const dayMs = 86_400_000

/**
 * Records purchases and holds the limit of the day. An amount is reserved before anything is signed, so the limit holds
 * whatever happens later and whatever the service says. At most one of several payments under one nonce can be spent. So a
 * payment that was refused or not used leaves its nonce, and its place in the day, to the next one. Its row stays, since what was
 * signed for it may be valid for longer.
 */
export function createSpendingBook(file: SpendingFile): SpendingBook {
  return {
    open: (call) => file.exclusive((statements) => openPurchase(statements, call)),
    reserve: (purchase, limits, now) => file.exclusive((statements) => reserve(statements, purchase, limits, now)),
    close: (id, outcome, now) => file.exclusive((statements) => change(statements, id, outcome, now)),
    release: (id, now) => file.exclusive((statements) => change(statements, id, 'released', now)),
    forgetPayees: (service) => file.exclusive((statements) => void statements.run('DELETE FROM payees WHERE service = ?', service)),
    spending: (world, now) => file.exclusive((statements) => daySpending(statements, world, now)),
    expired: (world, before, now) =>
      file.exclusive((statements) =>
        statements
          .all(
            `SELECT id, payer, network, nonce FROM purchases p
             WHERE world = ? AND day = ? AND state IN ('open', 'uncharged', 'refused', 'unused')
               AND NOT EXISTS (SELECT 1 FROM purchases signed WHERE signed.nonce = p.nonce AND signed.valid_before >= ?)`,
            world,
            utcDay(now),
            before,
          )
          .map((row) => ({
            id: row['id'] as string,
            payer: row['payer'] as Hex,
            network: row['network'] as NetworkId,
            nonce: row['nonce'] as Hex,
          })),
      ),
  }
}

function reserve(
  statements: Statements,
  purchase: Purchase,
  { perDay, service }: { readonly perDay: bigint; readonly service: string },
  now: number,
): SpendReservation {
  const open = openPurchase(statements, purchase.call)
  if (open) return { kind: 'open', purchase: open }
  const known = payee(statements, service, purchase.network)
  if (known !== null && known !== purchase.payTo) return { kind: 'other_payee', known }
  const before = idlePayment(statements, purchase)
  const day = daySpending(statements, purchase.world, now)
  const freed = before?.day === utcDay(now) ? before.amount : 0n
  if (day.spent - freed + purchase.amount > perDay) return { kind: 'over', ...day }
  if (known === null)
    statements.run('INSERT INTO payees (service, network, pay_to) VALUES (?, ?, ?)', service, purchase.network, purchase.payTo)
  if (before) change(statements, before.id, 'released', now)
  const reserved = before ? { ...purchase, nonce: before.nonce } : purchase
  insert(statements, reserved, before !== null, now)
  return { kind: 'reserved', purchase: reserved }
}

/**
 * An unused or refused payment of at most this amount, whose nonce can be used again. A refused payment counts only if its
 * nonce was its own: a nonce that is refused twice may be the reason.
 */
function idlePayment(statements: Statements, { world, payer, network, amount }: Purchase) {
  const row = statements.get(
    `SELECT id, day, amount, nonce FROM purchases
     WHERE world = ? AND payer = ? AND network = ? AND amount <= ? AND (state = 'unused' OR state = 'refused' AND reused = 0)
     ORDER BY amount DESC, made_at LIMIT 1`,
    world,
    payer,
    network,
    amount,
  )
  if (!row) return null
  return { id: row['id'] as string, day: row['day'] as string, amount: row['amount'] as bigint, nonce: row['nonce'] as Hex }
}

function openPurchase(statements: Statements, call: string): Purchase | null {
  const row = statements.get(`SELECT * FROM purchases WHERE call = ? AND state = 'open'`, call)
  if (!row) return null
  return {
    id: row['id'] as string,
    call,
    world: row['world'] as MoneyWorld,
    tool: row['tool'] as string,
    payer: row['payer'] as Hex,
    network: row['network'] as NetworkId,
    payTo: row['pay_to'] as Hex,
    amount: row['amount'] as bigint,
    nonce: row['nonce'] as Hex,
    validBefore: row['valid_before'] as bigint,
    terms: row['terms'] as string,
  }
}

function daySpending(statements: Statements, world: MoneyWorld, now: number): DaySpending {
  const sum = `SELECT COALESCE(SUM(amount), 0) AS spent FROM purchases WHERE world = ? AND day = ? AND state <> 'released'`
  const spent = statements.get(sum, world, utcDay(now))?.['spent'] as bigint
  return { spent, resetsAt: (Math.floor(now / dayMs) + 1) * dayMs }
}

function payee(statements: Statements, service: string, network: string): string | null {
  const row = statements.get('SELECT pay_to FROM payees WHERE service = ? AND network = ?', service, network)
  return (row?.['pay_to'] as string | undefined) ?? null
}

function insert(statements: Statements, purchase: Purchase, reused: boolean, now: number): void {
  const { id, call, world, tool, payer, network, payTo, amount, nonce, validBefore, terms } = purchase
  statements.run(
    `INSERT INTO purchases (id, call, state, day, world, tool, payer, network, pay_to, amount, nonce, valid_before, terms, reused, made_at, changed_at)
     VALUES (?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    call,
    utcDay(now),
    world,
    tool,
    payer,
    network,
    payTo,
    amount,
    nonce,
    validBefore,
    terms,
    reused ? 1n : 0n,
    BigInt(now),
    BigInt(now),
  )
}

/** A charged purchase stays charged, whatever is reported later. */
function change(statements: Statements, id: string, state: Outcome | 'released', now: number): void {
  statements.run(`UPDATE purchases SET state = ?, changed_at = ? WHERE id = ? AND state <> 'charged'`, state, BigInt(now), id)
}
