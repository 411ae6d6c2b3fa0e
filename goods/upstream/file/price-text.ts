import { AmountError, usd, z } from '../door.ts'

/** Dollars above zero. In YAML they may be written as a number; a number that a computer can't hold exactly is refused by the reader. */
export const dollars = z
  .union([z.string(), z.number()])
  .refine(isPrice, 'dollars above zero with at most six decimal places, such as 0.01')
  .describe('Dollars, such as 0.01; at most six decimal places')

function isPrice(value: string | number): boolean {
  try {
    return usd(String(value)) > 0n
  } catch (error) {
    if (error instanceof AmountError) return false
    throw error
  }
}
