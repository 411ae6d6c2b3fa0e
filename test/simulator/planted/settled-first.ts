import type { PlantedFault } from './planted-fault.ts'

/** Payments that are settled before their work, and what is given back. */
export const settledFirstFaults: readonly PlantedFault[] = [
  {
    name: 'work-before-settlement',
    what: 'does work that costs us money before its payment is settled',
    file: 'gate/credit-rules.ts',
    find: "return offer.settle === 'first' && !free && authorization !== null",
    replace: "return offer.settle === 'first' && free && authorization === null",
  },
  {
    name: 'run-not-counted',
    what: 'begins the work of a credit without counting it',
    file: 'ledger/payments/settled-first/begin-run.ts',
    find: "SET state = 'running', epoch = epoch + 1, runs = runs + 1, reason = NULL, fingerprint = ?",
    replace: "SET state = 'running', epoch = epoch + 1, runs = runs + 0, reason = NULL, fingerprint = ?",
  },
  {
    name: 'settled-without-work',
    what: 'takes a payment whose work is still to be done for answered',
    file: 'ledger/payments/settle.ts',
    find: "AND ${table}.served_at IS NULL THEN 'credit' ELSE 'settled' END",
    replace: "AND ${table}.served_at IS NULL THEN 'settled' ELSE 'settled' END",
  },
  {
    name: 'failed-work-is-answered',
    what: 'takes a credit whose work failed for answered',
    file: 'ledger/payments/settled-first/end-run.ts',
    find: "UPDATE payments SET state = 'credit', epoch = epoch + 1, reason",
    replace: "UPDATE payments SET state = 'settled', epoch = epoch + 1, reason",
  },
  {
    name: 'abandoned-work-stays',
    what: 'never ends work whose process has ended',
    file: 'settler/run-settler.ts',
    find: 'limit: 500, endedBy: instanceLease.endedBy() })',
    replace: 'limit: 0, endedBy: instanceLease.endedBy() })',
  },
  {
    name: 'refunds-without-limit',
    what: 'gives one payer back more than a day allows',
    file: 'ledger/refunds/ask-refund.ts',
    find: 'credit.payer) + credit.amount > limits.perPayer) return',
    replace: 'credit.payer) + credit.amount < 0n) return',
  },
  {
    name: 'credit-after-its-refund',
    what: 'leaves a credit that was given back for use',
    file: 'ledger/refunds/end-refunds.ts',
    find: "state = CASE ? WHEN 'confirmed' THEN 'refunded' ELSE 'credit' END",
    replace: "state = CASE ? WHEN 'confirmed' THEN 'credit' ELSE 'credit' END",
  },
]
