import type { Work } from '../../../../src/goods/kit/worker-side.ts'
import { antonymSignals } from './antonyms.ts'
import type { Comparison, Signal, SignalRule } from './comparison.ts'
import { dateSignals } from './dates.ts'
import { entitySignals } from './entities.ts'
import { hedgeSignals } from './hedges.ts'
import { negationSignals } from './negation.ts'
import { numberSignals } from './numbers.ts'
import { quantifierSignals } from './quantifiers.ts'
import { roleSignals } from './roles.ts'
import { wordSignals } from './words.ts'

/** "A earns more than B" and "B earns less than A" say the same: what is exchanged is also turned round. */
function withoutTurned(signals: readonly Signal[], { claim }: Comparison): readonly Signal[] {
  const isThan = (signal: Signal) => signal.type === 'role' && claim.text.slice(signal.claim.start, signal.claim.end) === 'than'
  const turned = signals.some(isThan) && signals.some(({ type }) => type === 'antonym')
  return turned ? signals.filter(({ type }) => !['role', 'antonym', 'entity_mismatch'].includes(type)) : signals
}

const rules: readonly SignalRule[] = [
  numberSignals,
  dateSignals,
  negationSignals,
  antonymSignals,
  entitySignals,
  quantifierSignals,
  roleSignals,
  hedgeSignals,
  wordSignals,
]

/** Everything that the exact rules see between a claim and one sentence, the strongest first; what they saw so far when the budget is used up. */
export function findSignals(comparison: Comparison, work: Work): readonly Signal[] {
  const signals = rules.flatMap((find) => find(comparison, work))
  return withoutTurned(signals, comparison).toSorted((one, other) => other.strength - one.strength)
}
