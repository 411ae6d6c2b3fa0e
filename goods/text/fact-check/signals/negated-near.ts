import type { ReadText } from '../elements.ts'
import { isNumberSign } from '../tokens.ts'

const negations = new Set('not no never without nor neither hardly'.split(' '))

/** Whether one of the three words before an element negates it: `did not increase`. */
export function isNegatedNear({ tokens, elements }: ReadText, at: number): boolean {
  const from = elements[at]?.from ?? 0
  let negated = false
  for (let index = Math.max(0, from - 3); index < from; index++) {
    const token = tokens[index]
    if (token === undefined || isNumberSign(tokens, index)) continue
    if (token.kind === 'symbol' && token.text !== '-') negated = false
    else if (negations.has(token.lower)) negated = !negated
  }
  return negated
}
