import { z } from '../../../src/goods/door.ts'
import { countCodePoints } from '../basics/code-points.ts'

/** A text of `min` to `max` characters, which are code points, as JSON Schema counts them. */
export function textOf(min: number, max: number, what: string) {
  return z
    .string()
    .refine((text) => {
      // A code point is one or two units, so most texts need not be counted.
      if (text.length < min || text.length > 2 * max) return false
      const count = countCodePoints(text)
      return count >= min && count <= max && text.trim() !== ''
    }, `a text of ${min} to ${max} characters`)
    .meta({ minLength: min, maxLength: max, description: what })
}
