import type { SourceReply } from '../../sources/policy/source-reply.ts'

/** A pool in which a token is traded. Amounts are decimal strings in USD with two decimal places; null when unknown. */
export interface TokenPool {
  /** Lower case: the address of the pool, or its 32-byte id when many pools share one contract. */
  readonly pool: string
  readonly dex: string
  /** The other token of the pair: its symbol, and its address in lower case. */
  readonly against: { readonly symbol: string; readonly address: string }
  readonly liquidityUsd: string | null
  readonly volume24hUsd: string | null
  /** Null when unknown. */
  readonly buys24h: number | null
  readonly sells24h: number | null
  /** Milliseconds since the epoch. */
  readonly createdAt: number | null
}

/** The pools of a token: what the line does that lists them. */
export interface TokenPoolsPort {
  /** Id of the source. */
  readonly source: string
  /** Networks that it covers, by slug. */
  readonly networks: ReadonlySet<string>
  /** The most liquid first; empty for an unknown token. @param network slug @param token address in lower case */
  of(
    network: string,
    token: string,
    options: { readonly waitMs?: number; readonly signal: AbortSignal },
  ): Promise<SourceReply<readonly TokenPool[]>>
}
