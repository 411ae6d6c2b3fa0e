import type { PlantedFault } from './planted-fault.ts'

/** Guards of answers that are sent before their settlement, each switched off. */
export const earlyFaults: readonly PlantedFault[] = [
  {
    name: 'early-without-bound-of-the-day',
    what: 'answers early however much is open and lost that day',
    file: 'ledger/payments/early/early-limits.ts',
    find: "if (facts.usedByAll + amount > limits.perDay) return 'day'",
    replace: 'void facts.usedByAll',
  },
  {
    name: 'early-beyond-the-history',
    what: 'answers early for more than the payer has settled',
    file: 'ledger/payments/early/early-limits.ts',
    find: 'facts.openOfPayer + amount > facts.settledAmount',
    replace: 'amount > facts.settledAmount',
  },
  {
    name: 'owing-and-buying',
    what: 'sells to a payer that owes an early answer',
    file: 'ledger/payments/claims/claim.sqlite.ts',
    find: 'if (facts.owing !== null)',
    replace: "if (facts.owing === '')",
  },
  {
    name: 'owed-too-soon',
    what: 'gives an early answer up as soon as its settlement has failed once',
    file: 'settler/watch/resolve-payment.ts',
    find: "return { kind: 'retry', bar: decision.bar ? decision.reason : null }",
    replace: "return { kind: 'owed', reason: decision.reason }",
  },
  {
    name: 'loss-not-booked',
    what: 'does not book what an early answer lost',
    file: 'ledger/payments/early/book-owed.ts',
    find: 'if (before.reason !== null) return payment',
    replace: 'if (before.reason === null) return payment',
  },
]
