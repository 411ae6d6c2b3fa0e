import { RpcRejected, RpcUnreachable } from '../../chain/chain.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/clock.ts'
import { blockNear, readBlockTime } from './block-near.ts'
import type { BlockTime } from './block-near.ts'

/** How many of a token there are on one network, as its contract says. Base units. */
export interface TokenSupply {
  readonly now: bigint
  /** Time of the block, in milliseconds. */
  readonly at: number
  /** What it was; null where the node does not hold it. */
  readonly dayAgo: bigint | null
  readonly weekAgo: bigint | null
  /** 30 days. */
  readonly monthAgo: bigint | null
}

export interface TokenSupplies {
  /**
   * Null where there is no such contract. What was read within a minute serves again; when the node fails, what was read
   * within the hour does, labelled stale.
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
/** What was a day ago is read again after this long. */
const pastMs = 3_600_000
const daySeconds = 86_400
const totalSupply = '0x18160ddd'
const gas = '0xf4240'
/** For one question to a node, and for all that is asked about the past: the call has a deadline. */
const timeoutMs = 800
const patienceMs = 3_000

/** Reads total supplies; many callers at the same time share one reading. */
export function createTokenSupplies(): TokenSupplies {
  const entries = new Map<string, Entry>()
  const flights = new Map<string, Promise<Entry>>()
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

  const fly = (key: string, chain: Chain, contract: Hex, clock: Clock): Promise<Entry> => {
    const under = flights.get(key)
    if (under) return under
    const flight = load(chain, contract, clock)
      .then((entry) => {
        entries.set(key, entry)
        return entry
      })
      .finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  return {
    async read(chain, contract, clock) {
      const key = keyOf(chain, contract)
      const known = entries.get(key)
      const age = known ? clock.now() - known.readAt : Infinity
      if (known && age < freshMs) return { supply: known.supply, cache: 'hit' }
      try {
        return { supply: (await fly(key, chain, contract, clock)).supply, cache: 'miss' }
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

/** What there was some days ago; null where the chain is younger, or the node does not hold its old states, which nodes say in many ways. */
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

/** Null where nothing answers as a token does. */
async function supplyAt(chain: Chain, contract: Hex, block: number): Promise<bigint | null> {
  const call = { to: contract, data: totalSupply, gas }
  const answer = await chain.rpc.call('eth_call', [call, `0x${block.toString(16)}`], { timeoutMs })
  return typeof answer === 'string' && /^0x[0-9a-fA-F]{64}$/.test(answer) ? BigInt(answer) : null
}
