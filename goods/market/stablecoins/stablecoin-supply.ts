import { formatUnits } from '../../../src/goods/kit/answers.ts'
import { type Chain, type Chains } from '../../../src/goods/kit/evm.ts'
import { RpcRejected, RpcUnreachable } from '../../../src/goods/kit/rpc.ts'
import { parseRate, rateDecimals, type SourceStamp } from '../../../src/goods/kit/http.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import type { ListedStablecoin } from '../sources/defillama-stablecoins.ts'
import type { StablecoinData, SupplyFigure } from './stablecoin-answer.ts'
import { networkNamed } from './stablecoin-table.ts'
import type { Deployment, KnownStablecoin } from './stablecoin-table.ts'
import type { TokenSupplies, TokenSupply } from './token-supply.ts'

export interface SupplyPart {
  readonly supply: StablecoinData['supply']
  readonly networks: StablecoinData['networks']
  readonly stamps: readonly SourceStamp[]
}

/** Units of a supply now and before, in fixed point. Null: not known. */
interface Course {
  readonly now: bigint
  readonly dayAgo: bigint | null
  readonly weekAgo: bigint | null
  readonly monthAgo: bigint | null
}

const maxNetworks = 200

/** A coin's supply from DefiLlama's list; null where it has none. */
export function listedSupply(coin: ListedStablecoin): Omit<SupplyPart, 'stamps'> | null {
  if (coin.circulating === null) return null
  const units = (text: string | null) => (text === null ? null : parseRate(text))
  const course = {
    now: parseRate(coin.circulating),
    dayAgo: units(coin.dayAgo),
    weekAgo: units(coin.weekAgo),
    monthAgo: units(coin.monthAgo),
  }
  const networks = coin.chains
    .slice(0, maxNetworks)
    .map(({ name, circulating }) => ({ name, network: networkNamed(name), amount: circulating, contract: null }))
  return { supply: { circulating: figureOf(course, rateDecimals), issued: null }, networks }
}

/**
 * The supply by the coin's own contracts on the enabled networks. The amount is null if one of them cannot be read, because a
 * partial sum is not the supply. Null where no enabled network has a contract.
 */
export async function issuedSupply(
  coin: KnownStablecoin,
  asked: { readonly chains: Chains; readonly supplies: TokenSupplies; readonly clock: Clock; readonly simulated: boolean },
): Promise<SupplyPart | null> {
  const { chains, supplies, clock, simulated } = asked
  const deployed = coin.deployments.flatMap((deployment) => {
    const chain = chains.get(deployment.network)
    return chain ? [{ deployment, chain }] : []
  })
  const readings = await Promise.all(
    deployed.map(async ({ deployment, chain }) => {
      const reading = await supplies.read(chain, deployment.contract, clock).catch(orNullIfUnread)
      return { deployment, chain, reading }
    }),
  )
  const unread = readings.some(({ reading }) => reading === null)
  const held = readings.flatMap(({ deployment, chain, reading }) =>
    reading?.supply ? [{ deployment, chain, supply: reading.supply, cache: reading.cache }] : [],
  )
  if (held.length === 0 && !unread) return null
  return {
    supply: { circulating: null, issued: unread ? null : figureOf(together(held.map(({ supply }) => supply)), coin.decimals) },
    networks: held.map(({ deployment, chain, supply }) => ({
      name: chain.network.name,
      network: chain.network.id,
      amount: formatUnits(supply.now, coin.decimals),
      contract: deployment.contract,
    })),
    stamps: held.map(({ deployment, chain, supply, cache }) => stampOf(deployment, chain, supply, cache, simulated)),
  }
}

function orNullIfUnread(error: unknown): null {
  if (error instanceof RpcUnreachable || error instanceof RpcRejected) return null
  throw error
}

function stampOf(
  { network, contract }: Deployment,
  chain: Chain,
  supply: TokenSupply,
  cache: SourceStamp['cache'],
  simulated: boolean,
): SourceStamp {
  return {
    id: network,
    // The contract, and never the address of the node, which may hold a key.
    url: `${network}/erc20:${contract}`,
    asOf: new Date(supply.at).toISOString(),
    licence: simulated ? 'none: sandbox data' : 'none needed: public ledger',
    attribution: simulated
      ? `Chain of the sandbox in place of ${chain.network.name}, not real data`
      : `Total supply by the token's contract on ${chain.network.name}`,
    cache,
  }
}

/** The sum over all networks. A past sum is null if one part of it is not known. */
function together(supplies: readonly TokenSupply[]): Course {
  const sum = (values: readonly (bigint | null)[]) =>
    values.reduce<bigint | null>((total, value) => (total === null || value === null ? null : total + value), 0n)
  return {
    now: sum(supplies.map(({ now }) => now)) ?? 0n,
    dayAgo: sum(supplies.map(({ dayAgo }) => dayAgo)),
    weekAgo: sum(supplies.map(({ weekAgo }) => weekAgo)),
    monthAgo: sum(supplies.map(({ monthAgo }) => monthAgo)),
  }
}

function figureOf({ now, dayAgo, weekAgo, monthAgo }: Course, decimals: number): SupplyFigure {
  const change = (before: bigint | null) =>
    before === null
      ? null
      : {
          amount: formatUnits(now - before, decimals),
          percent: before === 0n ? null : Number(((now - before) * 1_000_000n) / before) / 10_000,
        }
  return { amount: formatUnits(now, decimals), change1d: change(dayAgo), change7d: change(weekAgo), change30d: change(monthAgo) }
}
