import { z } from 'zod'

// Control, surrogate, private use and unassigned characters; line separators; format characters and those that Unicode calls invisible.
const hidden = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const blanks = /\s+/gu

/** Cleans text of an upstream: one line, no invisible characters, at most `maxLength` characters, with "…" where it was cut. */
export function plainText(text: string, maxLength: number): string {
  // Characters far behind the limit are not processed.
  const near = text.slice(0, maxLength * 4)
  const points = [...near.replace(blanks, ' ').replace(hidden, '').trim()]
  return points.length > maxLength ? `${points.slice(0, maxLength - 1).join('')}…` : points.join('')
}

/** A schema that cleans text in this way. */
export function plainTextOf(maxLength: number): z.ZodPipe<z.ZodString, z.ZodTransform<string, string>> {
  return z.string().transform((text) => plainText(text, maxLength))
}
