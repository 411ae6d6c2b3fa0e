import { costOf, type Picodollars, type TokenPrices } from './spending/picodollars.ts'
import type { Prompt } from './dialects/dialect.ts'

/**
 * Tokens that a provider may add to what we send: the frame of the messages, and for tools and schemas some words of its own. The
 * largest that a provider documents is about 550.
 */
const maxAddedTokens = 1_000

/**
 * The most input tokens that a prompt can be. A tokenizer works on bytes at the lowest level, so a token is one byte at least. The
 * usual three to four bytes per token are no bound: strange text comes close to one.
 */
export function maxInputTokens({ instructions, data, schema }: Pick<Prompt, 'instructions' | 'data' | 'schema'>): number {
  return Buffer.byteLength(instructions) + Buffer.byteLength(data) + Buffer.byteLength(JSON.stringify(schema)) + maxAddedTokens
}

/** The most that an answer to a prompt can cost. */
export function worstCostOf(prompt: Prompt, prices: TokenPrices): Picodollars {
  return costOf({ inputTokens: maxInputTokens(prompt), outputTokens: prompt.maxOutputTokens }, prices)
}

/** Input tokens that a cost and a context leave beside the output; negative where not even the output fits. */
export function affordableInputTokens(
  { maxOutputTokens }: Pick<Prompt, 'maxOutputTokens'>,
  limits: { readonly below: Picodollars; readonly prices: TokenPrices; readonly contextTokens: number },
): number {
  const { below, prices, contextTokens } = limits
  const byContext = contextTokens - maxOutputTokens
  if (prices.input === 0n) return costOf({ inputTokens: 0, outputTokens: maxOutputTokens }, prices) < below ? byContext : -1
  // Strictly below the limit.
  const left = below - 1n - BigInt(maxOutputTokens) * prices.output
  return left < 0n ? -1 : Math.min(byContext, Number(left / prices.input))
}

/**
 * How many code points of a text, from its start, take at most so many bytes as a JSON string. A text that was made longer by
 * others in the same prompt must leave room for them.
 */
export function fittingCodePoints(text: string, maxBytes: number): number {
  let bytes = 0
  let count = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    const isPair = isHigh(unit) && isLow(text.charCodeAt(index + 1))
    bytes += isPair ? 4 : jsonBytesOf(unit)
    if (bytes > maxBytes) return count
    if (isPair) index += 1
    count += 1
  }
  return count
}

/** Bytes of a text as a JSON string, without its quotation marks. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2
}

function jsonBytesOf(unit: number): number {
  if (unit === 0x22 || unit === 0x5c) return 2
  if (unit < 0x20) return unit === 8 || unit === 9 || unit === 10 || unit === 12 || unit === 13 ? 2 : 6
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  // JSON.stringify escapes a half of a surrogate pair.
  return isHigh(unit) || isLow(unit) ? 6 : 3
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff
