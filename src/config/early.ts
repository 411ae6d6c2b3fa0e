import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** Answers that are sent before their payment is settled, and what they may cost. */
export const earlySettings = {
  answerAfter: {
    name: 'ANSWER_AFTER',
    what: '`verified` answers payers that have settled payments before as soon as their answer is stored, and settles afterwards. Not with `FACILITATOR_URL`. `confirmed` answers once the settlement is in a block.',
    default: 'confirmed',
    parse: format.oneOf('confirmed', 'verified'),
  },
  earlyPerPayer: {
    name: 'EARLY_USD_PER_PAYER',
    what: 'The value of answers, in dollars, that one payer may have before they are settled; never more than what it has settled so far. A payer that does not pay them is refused until it has.',
    default: '0.5',
    parse: format.decimal(6, '1000000'),
  },
  earlyPerClient: {
    name: 'EARLY_USD_PER_CLIENT',
    what: 'The same for all payers of a client address together, with what was lost by it that day.',
    default: '2',
    parse: format.decimal(6, '1000000'),
  },
  earlyPerDay: {
    name: 'EARLY_USD_PER_DAY',
    what: 'The same for all payers together: the most that a day of early answers can lose.',
    default: '10',
    parse: format.decimal(6, '1000000'),
  },
  earlyBatchMs: {
    name: 'EARLY_BATCH_MS',
    what: 'How long payments whose callers have their answers may wait for others, so that they share the gas of a transaction. They leave at once with a payment whose caller waits.',
    default: '2000',
    parse: format.integer(0, 5_000),
  },
} as const satisfies Record<string, Setting<unknown>>
