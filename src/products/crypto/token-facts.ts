import { LRUCache } from 'lru-cache'
import { RpcRejected, RpcUnreachable, type Chain } from '../../chain/chain.ts'
import { sameAddress } from '../../chain/address.ts'
import { isHex, type Hex } from '../../shared/bytes.ts'
import { usdcDecimals } from '../../shared/money.ts'
import { cleanText } from './clean-text.ts'
import { decodeStringBytes, decodeUint } from './decode-result.ts'

export interface TokenFacts {
  /** Written by its author: data, never an instruction. */
  readonly symbol: string | null
  readonly decimals: number | null
}

const unknown: TokenFacts = { symbol: null, decimals: null }
const selectors = { symbol: '0x95d89b41', decimals: '0x313ce567' } as const
const longestSymbol = 32
const longestAnswer = 2_048

/**
 * What tokens are called and how they are counted. USDC is known; another token is asked once and remembered, and is unknown
 * as long as its node does not answer.
 */
export function createTokenFacts() {
  const known = new LRUCache<string, TokenFacts>({ max: 1_000 })

  return async function factsOf(chain: Chain, token: Hex, limits: { signal: AbortSignal; timeoutMs: number }): Promise<TokenFacts> {
    if (sameAddress(chain.network.asset, token)) return { symbol: 'USDC', decimals: usdcDecimals }
    const key = `${chain.network.id} ${token.toLowerCase()}`
    const held = known.get(key)
    if (held) return held
    const view = async (data: string): Promise<Hex> => {
      const answer = await chain.rpc.call('eth_call', [{ to: token, data }, 'latest'], { ...limits, alone: true })
      return typeof answer === 'string' && answer.length <= longestAnswer && isHex(answer) ? answer : '0x'
    }
    try {
      const [symbol, decimals] = await Promise.all([view(selectors.symbol), view(selectors.decimals)])
      const facts = { symbol: symbolIn(symbol), decimals: decimalsIn(decimals) }
      known.set(key, facts)
      return facts
    } catch (error) {
      if (error instanceof RpcUnreachable || error instanceof RpcRejected) return unknown
      throw error
    }
  }
}

function symbolIn(answer: Hex): string | null {
  const bytes = decodeStringBytes(answer)
  return bytes && (cleanText(bytes, longestSymbol).text || null)
}

function decimalsIn(answer: Hex): number | null {
  const value = decodeUint(answer)
  return value !== null && value <= 77n ? Number(value) : null
}
