import type { Expression } from '../code/syntax.ts'
import { taintFrom, type Analysis } from './analysis.ts'
import type { Value } from './value.ts'

/** Whether a value is the result of a call that makes a secret harmless. */
function isHashed({ path }: Value, { rules }: Analysis): boolean {
  if (path === null || !path.endsWith('()')) return false
  const called = path.slice(0, -2)
  return rules.sanitisers.some(({ path: cleaner, cleans }) => cleans !== 'all' && cleans.includes('CWE-522') && cleaner.test(called))
}

/** A value that has to stay secret by its name. */
export function keptSecret(value: Value, name: string, at: Expression['at'], analysis: Analysis): Value {
  if (!analysis.rules.secretNames?.test(name) || value.isConstant || value.isList || value.fields || value.functions.length > 0)
    return value
  if (value.taints.some(({ source }) => source.kind === 'secret') || isHashed(value, analysis)) return value
  return { ...value, taints: [taintFrom(analysis, name, at, true, [], 'secret'), ...value.taints] }
}
