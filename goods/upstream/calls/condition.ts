import type { Condition } from '../file/offers-file.ts'
import { valueAt } from '../file/json-schema.ts'

/** Whether an answer in JSON is like the condition says. */
export function meets(value: unknown, condition: Condition): boolean {
  const found = valueAt(value, condition.member)
  if (condition.exists !== undefined) return (found !== undefined) === condition.exists
  if (condition.notEmpty === true) return !isEmpty(found)
  return found === condition.equals
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
