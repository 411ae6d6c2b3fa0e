import { z } from 'zod'

// Control, surrogate, private use and unassigned; separators of lines; format characters and what Unicode says shall be invisible.
const hidden = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const blanks = /\s+/gu

/** Text that an upstream wrote: on one line, without what a reader would not see, at most so many characters, with "…" where it was cut. */
export function plainText(text: string, longest: number): string {
  // What lies far behind the limit is not even looked at.
  const near = text.slice(0, longest * 4)
  const points = [...near.replace(blanks, ' ').replace(hidden, '').trim()]
  return points.length > longest ? `${points.slice(0, longest - 1).join('')}…` : points.join('')
}

/** A schema of such a text; longer ones are cut. */
export function plainTextOf(longest: number): z.ZodPipe<z.ZodString, z.ZodTransform<string, string>> {
  return z.string().transform((text) => plainText(text, longest))
}
