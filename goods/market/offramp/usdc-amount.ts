import { usd, z } from '../../../src/goods/door.ts'
import { AmountError } from '../../../src/goods/kit/answers.ts'

const maxAmount = usd('10000000')

const what = 'an amount of USDC as a plain decimal number such as 100 or 12.5'
const described = z.string(what).describe('USDC, a plain decimal number with at most 6 places, above 0 and at most 10000000')

/** A USDC amount as a decimal string, to base units: above zero, at most 10,000,000, at most six places, no sign, no exponent. */
export const usdcAmount = described.transform((text, context) => {
  const fail = (message: string): never => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const amount = baseUnits(text)
  if (typeof amount === 'string') return fail(amount)
  if (amount === 0n) return fail('an amount above zero')
  if (amount > maxAmount) return fail('an amount of at most 10000000 USDC')
  return amount
})

function baseUnits(text: string): bigint | string {
  try {
    return usd(text)
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    return /^\d+\.\d{7,}$/.test(text) ? 'an amount with at most 6 decimal places' : what
  }
}
