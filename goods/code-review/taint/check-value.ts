import type { Place } from '../code/syntax.ts'
import { decide, report, type Analysis } from './analysis.ts'
import type { FlowRule, Sink } from './rule.ts'
import { rulesAtPath } from './rules-at-path.ts'
import { taintsOf, type Value } from './value.ts'

/** Reports every source whose data may not reach this place. */
export function checkTaints(
  rule: FlowRule & Pick<Sink, 'reads' | 'from' | 'uncertainToo'>,
  value: Value,
  at: Place,
  analysis: Analysis,
): void {
  const kinds = rule.reads ?? ['outsider']
  for (const { source, cleaned } of taintsOf(value)) {
    if (rule.isEarly !== true) decide(analysis, rule.weakness, source)
    if (cleaned.has(rule.weakness) || !kinds.includes(source.kind) || !(rule.from?.test(source.name) ?? true)) continue
    if (source.certain || rule.uncertainToo === true || (rule.uncertainToo === 'built' && value.isBuilt)) report(analysis, rule, at, source)
  }
}

/** Reports a value that is wrong under the name that it is given to. */
export function checkSettings(path: string, value: Value, at: Place, analysis: Analysis, isDefault = false): void {
  for (const rule of rulesAtPath(analysis.rules.badSettings, path, analysis))
    if ((rule.when?.(value) ?? true) && (rule.whenNamed?.(path, value) ?? true) && !(isDefault && rule.notAsDefault === true))
      report(analysis, rule, at, null)
}

/** Reports what may not be assigned to a member. */
export function checkAssignment(path: string, value: Value, at: Place, analysis: Analysis): void {
  checkSettings(path, value, at, analysis)
  for (const rule of rulesAtPath(analysis.rules.assignments, path, analysis))
    if ((rule.when?.(value) ?? true) && (!rule.onlyBuilt || value.isBuilt)) checkTaints(rule, value, at, analysis)
}

/** Reports text that data may not be put into. */
export function checkJoined(value: Value, at: Place, analysis: Analysis): void {
  if (value.taints.length === 0) return
  for (const rule of analysis.rules.joined ?? []) if (rule.when(value)) checkTaints({ ...rule, isEarly: true }, value, at, analysis)
}

/** Reports what a handler may not return. */
export function checkReturned(decorators: readonly string[], value: Value, at: Place, analysis: Analysis): void {
  for (const rule of analysis.rules.returned ?? [])
    if (decorators.some((path) => rule.path.test(path)) && (rule.when?.(value) ?? true) && (!rule.onlyBuilt || value.isBuilt))
      checkTaints(rule, value, at, analysis)
}
