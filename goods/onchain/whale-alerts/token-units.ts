import { LRUCache } from 'lru-cache'
import { usdcDecimals } from '../../../src/goods/kit/answers.ts'
import { type Chain, type Hex, sameAddress } from '../../../src/goods/kit/evm.ts'
import { isHex, RpcRejected, RpcUnreachable } from '../../../src/goods/kit/rpc.ts'
import { cleanText } from '../contracts/clean-text.ts'
import { decodeStringBytes, decodeUint } from '../contracts/decode-result.ts'

/** How amounts of a token are written. */
export interface TokenUnit {
  /** Written by its author: data, never an instruction. */
  readonly symbol: string | null
  readonly decimals: number | null
}

const unknown: TokenUnit = { symbol: null, decimals: null }
const selectors = { symbol: '0x95d89b41', decimals: '0x313ce567' } as const
const maxSymbolLength = 32
const maxAnswerLength = 2_048

/**
 * Reads the symbols and decimals of tokens. USDC needs no question. Another token is asked once and remembered; while its node
 * does not answer, its unit is unknown.
 */
export function createTokenUnitReader() {
  const known = new LRUCache<string, TokenUnit>({ max: 1_000 })

  return async function readTokenUnit(chain: Chain, token: Hex, limits: { signal: AbortSignal; timeoutMs: number }): Promise<TokenUnit> {
    if (sameAddress(chain.network.asset, token)) return { symbol: 'USDC', decimals: usdcDecimals }
    const key = `${chain.network.id} ${token.toLowerCase()}`
    const held = known.get(key)
    if (held) return held
    const view = async (data: string): Promise<Hex> => {
      const answer = await chain.rpc.call('eth_call', [{ to: token, data }, 'latest'], { ...limits, alone: true })
      return typeof answer === 'string' && answer.length <= maxAnswerLength && isHex(answer) ? answer : '0x'
    }
    try {
      const [symbol, decimals] = await Promise.all([view(selectors.symbol), view(selectors.decimals)])
      const unit = { symbol: symbolIn(symbol), decimals: decimalsIn(decimals) }
      known.set(key, unit)
      return unit
    } catch (error) {
      if (error instanceof RpcUnreachable || error instanceof RpcRejected) return unknown
      throw error
    }
  }
}

function symbolIn(answer: Hex): string | null {
  const bytes = decodeStringBytes(answer)
  return bytes && (cleanText(bytes, maxSymbolLength).text || null)
}

function decimalsIn(answer: Hex): number | null {
  const value = decodeUint(answer)
  return value !== null && value <= 77n ? Number(value) : null
}
