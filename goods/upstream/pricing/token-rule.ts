import { divideUp, formatUsd, usd } from '../door.ts'
import type { Pricing } from '../file/pricing-schema.ts'
import { notPriced } from './not-priced.ts'
import type { PriceOf } from './price-of.ts'
import { limitsOf } from './token-limits.ts'

/** Tokens. More is a mistake. */
const maxOutput = 10_000_000
/** Answers to one request. */
const maxAnswers = 128
const million = 1_000_000n
/** Dollars. The least that a call costs where the file does not say. */
const least = '0.001'
/** Models that a message names. */
const maxNamed = 10

/**
 * What a call of a language model costs at most: its input, counted by its bytes, and all the output that it allows, for each answer that it asks
 * for. What the model really writes is known only after the payment.
 */
export function tokenRule({ models, limit, unlessGiven, bytesPerToken }: NonNullable<Pricing['tokens']>): PriceOf {
  const prices = new Map(
    Object.entries(models).map(([name, { input, output }]) => [name, { input: usd(String(input)), output: usd(String(output)) }]),
  )
  const listed = [...prices].slice(0, maxNamed)
  return {
    words: `by model and ${limit}: ${listed.map(([name, { input, output }]) => `${name} $${formatUsd(output)} for a million tokens of output, $${formatUsd(input)} of input`).join('; ')}`,
    least,
    most: least,
    of({ body }) {
      const call = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>
      const model = call['model']
      const price = typeof model === 'string' ? prices.get(model) : undefined
      if (price === undefined) throw notPriced('body.model', `one of ${listed.map(([name]) => name).join(', ')}`)
      const output = outputOf(call, unlessGiven) * answersOf(call)
      const input = Math.ceil(Buffer.byteLength(JSON.stringify(body)) / bytesPerToken)
      const cost = BigInt(output) * price.output + BigInt(input) * price.input
      const words = `${String(model).slice(0, 60)}: up to ${output} tokens at $${formatUsd(price.output)} a million, and ${input} of input at $${formatUsd(price.input)}`
      return { price: divideUp(cost, million), words }
    },
  }
}

/** The most tokens that one answer may have. Of several bounds the largest counts, since an API may read any of them. */
function outputOf(call: Readonly<Record<string, unknown>>, unlessGiven: number): number {
  const limits = limitsOf(call).map(({ name, value }) => wholeNumber(`body.${name}`, value, maxOutput))
  return limits.length === 0 ? unlessGiven : Math.max(...limits)
}

function answersOf(call: Readonly<Record<string, unknown>>): number {
  const counts = ['n', 'best_of'].flatMap((name) =>
    call[name] === undefined || call[name] === null ? [] : [wholeNumber(`body.${name}`, call[name], maxAnswers)],
  )
  return Math.max(1, ...counts)
}

function wholeNumber(field: string, value: unknown, most: number): number {
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most) return value as number
  throw notPriced(field, `a whole number from 1 to ${most}`)
}
