import type { Expression } from '../code/syntax.ts'
import type { Scope } from './scope.ts'
import type { Value } from './value.ts'

const operations: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
  '//': (one, other) => Math.floor(one / other),
  '%': (one, other) => one % other,
  '**': (one, other) => one ** other,
}

/** The result of an operation on two numbers that are written out, or null. */
export function computeNumber(operator: string, values: readonly Value[]): number | null {
  const [one, other] = values.map(({ number }) => number)
  const operation = operations[operator]
  if (values.length !== 2 || typeof one !== 'number' || typeof other !== 'number' || !operation) return null
  const result = operation(one, other)
  return Number.isFinite(result) ? result : null
}

/** Whether a comparison of values that are written out holds; null if it is not known. */
export function compareConstants(operator: string, values: readonly Value[]): boolean | null {
  const [one, other] = values.map(({ number, text }) => text ?? number)
  if (operator === 'not') return typeof one === 'boolean' ? !one : null
  if (values.length !== 2 || one === null || other === null || one === undefined || other === undefined) return null
  if (operator === 'in' || operator === 'not in') {
    if (typeof one !== 'string' || typeof other !== 'string') return null
    return other.includes(one) === (operator === 'in')
  }
  if (typeof one !== typeof other) return null
  if (/^={2,3}$/.test(operator)) return one === other
  if (/^!={1,2}$/.test(operator)) return one !== other
  if (operator === '<') return one < other
  if (operator === '>') return one > other
  if (operator === '<=') return one <= other
  return operator === '>=' ? one >= other : null
}

/** Whether a test is about what is written out in this function, so that only one branch is ever taken. */
export function isFixed(test: Expression, scope: Scope): boolean {
  if (test.kind === 'name') return scope.own.has(test.name)
  if (test.kind === 'text' || test.kind === 'constant') return true
  if (test.kind === 'index') return isFixed(test.object, scope) && isFixed(test.index, scope)
  return (test.kind === 'compare' || test.kind === 'join') && test.parts.every((part) => isFixed(part, scope))
}
