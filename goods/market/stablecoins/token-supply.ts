import { type Chain, type Hex } from '../../../src/goods/kit/evm.ts'
import { RpcRejected, RpcUnreachable } from '../../../src/goods/kit/rpc.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import { createSingleFlight } from '../../../src/goods/kit/workers.ts'
import { blockNear, readBlockTime } from './block-near.ts'
import type { BlockTime } from './block-near.ts'

/** Total supply of a token on one network by its contract, in base units. */
export interface TokenSupply {
  readonly now: bigint
  /** Time of the block, in milliseconds. */
  readonly at: number
  /** The supply then; null where the node does not keep that state. */
  readonly dayAgo: bigint | null
  readonly weekAgo: bigint | null
  /** 30 days. */
  readonly monthAgo: bigint | null
}

export interface TokenSupplies {
  /**
   * `supply` is null where there is no such contract. A reading serves for a minute. If the node fails, a reading of the last
   * hour serves, labelled stale.
   * @throws RpcUnreachable, RpcRejected
   */
  read(
    chain: Chain,
    contract: Hex,
    clock: Clock,
  ): Promise<{ readonly supply: TokenSupply | null; readonly cache: 'hit' | 'miss' | 'stale' }>
}

interface Entry {
  readonly supply: TokenSupply | null
  readonly readAt: number
}

const freshMs = 60_000
const staleMs = 3_600_000
/** Past supplies are read again after this time. */
const pastMs = 3_600_000
const daySeconds = 86_400
const totalSupply = '0x18160ddd'
const gas = '0xf4240'
/** Time for one request to a node, and for all requests about the past, because the call has a deadline. */
const timeoutMs = 800
const patienceMs = 3_000

/** Reads total supplies. Concurrent callers share one reading. */
export function createTokenSupplies(): TokenSupplies {
  const entries = new Map<string, Entry>()
  const share = createSingleFlight<string, Entry>()
  const pasts = new Map<string, { readonly units: bigint | null; readonly readAt: number }>()

  const load = async (chain: Chain, contract: Hex, clock: Clock): Promise<Entry> => {
    const startedAt = clock.now()
    const isLate = () => clock.now() - startedAt > patienceMs
    const head = await readBlockTime(chain.rpc, 'latest', timeoutMs)
    if (!head) throw new RpcUnreachable('no block that can be read')
    const daysAgo = async (days: number): Promise<bigint | null> => {
      const key = `${keyOf(chain, contract)} ${days}`
      const known = pasts.get(key)
      if (known && clock.now() - known.readAt < pastMs) return known.units
      const units = await unitsThen(chain, contract, head, days, isLate)
      if (units === 'unanswered') return null
      pasts.set(key, { units, readAt: clock.now() })
      return units
    }
    const now = await supplyAt(chain, contract, head.number)
    if (now === null) return { supply: null, readAt: clock.now() }
    const [dayAgo, weekAgo, monthAgo] = await Promise.all([daysAgo(1), daysAgo(7), daysAgo(30)])
    return { supply: { now, at: head.time * 1000, dayAgo, weekAgo, monthAgo }, readAt: clock.now() }
  }

  const loadOnce = (key: string, chain: Chain, contract: Hex, clock: Clock): Promise<Entry> =>
    share(key, async () => {
      const entry = await load(chain, contract, clock)
      entries.set(key, entry)
      return entry
    })

  return {
    async read(chain, contract, clock) {
      const key = keyOf(chain, contract)
      const known = entries.get(key)
      const age = known ? clock.now() - known.readAt : Infinity
      if (known && age < freshMs) return { supply: known.supply, cache: 'hit' }
      try {
        return { supply: (await loadOnce(key, chain, contract, clock)).supply, cache: 'miss' }
      } catch (error) {
        if (known && age < staleMs) return { supply: known.supply, cache: 'stale' }
        throw error
      }
    },
  }
}

function keyOf(chain: Chain, contract: Hex): string {
  return `${chain.network.id} ${contract}`
}

/** The supply some days ago. Null where the chain is younger or the node does not keep that state, which nodes report in many ways. */
async function unitsThen(
  chain: Chain,
  contract: Hex,
  head: BlockTime,
  days: number,
  isLate: () => boolean,
): Promise<bigint | null | 'unanswered'> {
  try {
    const number = await blockNear({
      head,
      secondsAgo: days * daySeconds,
      blockMs: chain.network.blockMs,
      blockAt: (number) => readBlockTime(chain.rpc, number, timeoutMs),
      isLate,
    })
    if (typeof number !== 'number') return number
    return isLate() ? 'unanswered' : await supplyAt(chain, contract, number)
  } catch (error) {
    if (error instanceof RpcUnreachable) return 'unanswered'
    if (error instanceof RpcRejected) return null
    throw error
  }
}

/** Null where no token contract answers. */
async function supplyAt(chain: Chain, contract: Hex, block: number): Promise<bigint | null> {
  const call = { to: contract, data: totalSupply, gas }
  const answer = await chain.rpc.call('eth_call', [call, `0x${block.toString(16)}`], { timeoutMs })
  return typeof answer === 'string' && /^0x[0-9a-fA-F]{64}$/.test(answer) ? BigInt(answer) : null
}
