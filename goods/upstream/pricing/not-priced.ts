import { expectedAt, Problem } from '../door.ts'

/** A call whose price can't be computed. @param expected continues the word "expected" */
export function notPriced(field: string, expected: string): Problem {
  return new Problem('invalid_input', expectedAt(field, expected), { field, expected })
}

/** `/body/addresses` as callers read it: `body.addresses`. */
export function fieldOf(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}
