/**
 * Costs of language models are whole picodollars: 10^12 of them are a dollar. Providers price a million tokens, and a price in USDC
 * base units per million tokens is the same number of picodollars per token, so that no cost is ever rounded.
 */
export type Picodollars = bigint

const perBaseUnit = 1_000_000n

/** Of USDC base units. */
export function picodollarsOf(baseUnits: bigint): Picodollars {
  return baseUnits * perBaseUnit
}

/** What a provider charges. */
export interface TokenPrices {
  /** Picodollars per token: USDC base units per million tokens. */
  readonly input: Picodollars
  readonly output: Picodollars
}

/** Tokens of one call. */
export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
}

export function costOf({ inputTokens, outputTokens }: TokenUsage, prices: TokenPrices): Picodollars {
  return BigInt(inputTokens) * prices.input + BigInt(outputTokens) * prices.output
}
