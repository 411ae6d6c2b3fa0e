import type { Hex } from '../../shared/bytes.ts'
import { unixSeconds, type Clock, type Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { createSingleFlight } from '../../shared/single-flight.ts'
import { RpcUnreachable, type Chain, type Chains, type NetworkId } from '../chain.ts'
import { answersInTime } from './answers-in-time.ts'
import { checkPlaces } from './check-places.ts'
import { answerDecimal, isFrozen, readRound, type FeedRound } from './feed-rounds.ts'
import { createFeedPast, type FeedPast, type FeedPastReader } from './dollar-rounds.ts'
import { findPastRound } from './find-past-round.ts'
import { readLatestRound, type RoundData } from './contract-reads.ts'
import type { FeedPlace, PoolPlace, PricePlaces } from './price-places.ts'
import { poolReads, readPool, type PoolFault, type PoolReading } from './read-pool.ts'
import { createContractReader, type ContractReader } from './read-together.ts'

/** A coin's price in US dollars by a Chainlink feed. */
export interface FeedPrice {
  /** An exact decimal. */
  readonly usd: string
  /** When the feed was renewed, in milliseconds. It is valid until its next heartbeat, or until the price moves. */
  readonly observedAt: number
  readonly network: NetworkId
  readonly address: Hex
}

/** A coin's price in US dollars by a Uniswap v3 pool: the steady mean of half an hour. */
export interface PoolPrice {
  readonly usd: number
  /** Time of the block, in milliseconds. */
  readonly observedAt: number
  readonly network: NetworkId
  readonly address: Hex
  /** What it takes to raise the price by 2 %, in US dollars. */
  readonly depthUsd: number
  /** The price of the same time of yesterday, in the dollars of today's quote token; null where the pool does not remember it. */
  readonly dayAgoUsd: number | null
  /** The same in the token that it trades against: the mean, the price at this block, and what raises it by 2 %. */
  readonly quote: {
    readonly ticker: string
    readonly mean: number
    readonly spot: number
    readonly depth: number
    readonly feeShare: number
  }
}

/**
 * Why a chain gives no price. `frozen`: older than the feed's heartbeat allows. `invalid`: no price at all. `thin`: so little liquidity that
 * anybody could move it. `behind`: the node's newest block is old. `no_dollar`: the price of the quote token is not known.
 */
export type PriceFault = PoolFault | 'unreachable' | 'frozen' | 'invalid' | 'thin' | 'behind' | 'no_dollar'

export interface PoolPrices {
  readonly prices: readonly PoolPrice[]
  /** Of the pools that gave none. */
  readonly faults: readonly PriceFault[]
}

/** Prices of coins from contracts on the networks of the service. */
export interface ChainPrices {
  /** Coins that have a feed there, and coins that have a pool, by the tables. */
  readonly feedTickers: ReadonlySet<string>
  readonly poolTickers: ReadonlySet<string>
  /** The newest answer of the coin's feeds; null where no feed is what it should be. */
  feedPrice(ticker: string): Promise<FeedPrice | PriceFault | null>
  /** What the feed said 24 hours ago; null where it does not tell. */
  feedPriceDayAgo(ticker: string): Promise<FeedPrice | PriceFault | null>
  poolPrices(ticker: string): Promise<PoolPrices>
  /** The pools of a network that are what the tables say, and the past of USDC in dollars there; a word where these are not known now. */
  dollarsOn(network: NetworkId, since: number): Promise<DollarsOn | PriceFault>
  /** Checks the contracts of every network that answers, so that the first call does not wait for it. */
  check(): Promise<void>
  /** How many requests went to the nodes so far, by network. */
  questions(): Readonly<Record<NetworkId, number>>
}

/** What it takes to say in dollars what a network's pools traded. */
export interface DollarsOn {
  readonly pools: readonly PoolPlace[]
  /** Of USDC. Null where the network has no such feed. */
  readonly dollar: FeedPast | null
}

export interface ChainPriceParts {
  readonly chains: Chains
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
  /** How long the first network that answers waits for the others. */
  readonly graceMs?: number
}

/** A network with feeds or pools. */
interface Market {
  readonly chain: Chain
  readonly reader: ContractReader
  readonly known: PricePlaces
  /** Of USDC. */
  readonly past: FeedPastReader | null
  /** Those that are what the tables say. @throws RpcUnreachable */
  places(): Promise<PricePlaces>
}

/** Feeds and pools that one price asks: more would cost more and say the same. */
const maxFeeds = 2
const maxPools = 3
/** Below this depth a pool's price is cheap to move, so it is no price. */
const minDepthUsd = 25_000
const maxBlockAgeSeconds = 300
const daySeconds = 86_400

export function createChainPrices(places: PricePlaces, parts: ChainPriceParts): ChainPrices {
  const { clock, timers, graceMs = 800 } = parts
  const markets = openMarkets(places, parts)
  const feeds = [...markets.values()].flatMap(({ known }) => known.feeds).toSorted((a, b) => a.heartbeatSeconds - b.heartbeatSeconds)
  const pools = [...markets.values()].flatMap(({ known }) => known.pools)

  const feedPrice = async (ticker: string): Promise<{ place: FeedPlace; round: FeedRound } | PriceFault | null> => {
    const listed = feeds.filter((feed) => feed.ticker === ticker)
    const first = await newestOf(listed.slice(0, maxFeeds))
    return first !== null && typeof first !== 'string' ? first : ((await newestOf(listed.slice(maxFeeds))) ?? first)
  }

  const newestOf = async (listed: readonly FeedPlace[]) => {
    const isRound = (one: Awaited<ReturnType<typeof latestRound>>) => one !== null && typeof one !== 'string'
    const answers = await answersInTime(listed.map(latestRound), isRound, { timers, graceMs })
    const rounds = answers.flatMap((one) => (one !== null && typeof one !== 'string' ? [one] : []))
    const [newest] = rounds.toSorted((a, b) => b.round.updatedAt - a.round.updatedAt)
    return newest ?? answers.find((one) => one !== null) ?? null
  }

  const latestRound = async (place: FeedPlace): Promise<{ place: FeedPlace; round: FeedRound } | PriceFault | null> =>
    orUnreachable(async () => {
      const { reader, places: checked } = marketOf(place)
      if (!(await checked()).feeds.includes(place)) return null
      const { values } = await reader.read([readLatestRound(place.address)])
      const round = usableRound(place, values[0], unixSeconds(clock))
      return typeof round === 'string' ? round : { place, round }
    })

  const marketOf = ({ network }: { network: string }): Market => markets.get(network) as Market
  const priceOf = (place: FeedPlace, round: FeedRound): FeedPrice => ({
    usd: answerDecimal(round.answer, place.decimals),
    observedAt: round.updatedAt * 1000,
    network: marketOf(place).chain.network.id,
    address: place.address,
  })

  const poolPrice = async (pool: PoolPlace): Promise<PoolPrice | PriceFault | null> =>
    orUnreachable(async () => {
      const { chain, reader, places: checked } = marketOf(pool)
      const usable = await checked()
      if (!usable.pools.includes(pool)) return null
      const dollar = usable.feeds.find(({ ticker }) => ticker === 'USDC')
      const ether = pool.quote === 'ETH' ? usable.pools.find(({ ticker, quote }) => ticker === 'ETH' && quote === 'USDC') : null
      if (!dollar || ether === undefined) return 'no_dollar'
      const [rounds, values, etherValues] = await Promise.all([
        reader.read([readLatestRound(dollar.address)]),
        reader.read(poolReads(pool)),
        ether && reader.read(poolReads(ether)),
      ])
      const now = unixSeconds(clock)
      if (now - values.blockTime > maxBlockAgeSeconds) return 'behind'
      const round = usableRound(dollar, rounds.values[0], now)
      if (typeof round === 'string') return 'no_dollar'
      const usdc = Number(answerDecimal(round.answer, dollar.decimals))
      const inEther = ether && etherValues && readPool(ether, etherValues.values)
      const price = inDollars(pool, readPool(pool, values.values), { inEther, usdc })
      if (typeof price === 'string') return price
      return { ...price, network: chain.network.id, address: pool.address, observedAt: values.blockTime * 1000 }
    })

  return {
    feedTickers: new Set(feeds.map(({ ticker }) => ticker)),
    poolTickers: new Set(pools.map(({ ticker }) => ticker)),
    async feedPrice(ticker) {
      const found = await feedPrice(ticker)
      return found === null || typeof found === 'string' ? found : priceOf(found.place, found.round)
    },
    async feedPriceDayAgo(ticker) {
      const found = await feedPrice(ticker)
      if (found === null || typeof found === 'string') return found
      const { place, round: latest } = found
      const search = {
        feed: place.address,
        latest,
        moment: unixSeconds(clock) - daySeconds,
        maxGapSeconds: place.heartbeatSeconds * 1.1 + 300,
      }
      const past = await orUnreachable(() => findPastRound(marketOf(place).reader, search))
      return past === null || typeof past === 'string' ? past : priceOf(place, past)
    },
    async poolPrices(ticker) {
      const asked = pools.filter((pool) => pool.ticker === ticker).slice(0, maxPools)
      const isPrice = (one: Awaited<ReturnType<typeof poolPrice>>) => one !== null && typeof one !== 'string'
      const answers = await answersInTime(asked.map(poolPrice), isPrice, { timers, graceMs })
      return {
        prices: answers.filter((one): one is PoolPrice => one !== null && typeof one !== 'string'),
        faults: answers.filter((one): one is PriceFault => typeof one === 'string'),
      }
    },
    async dollarsOn(network, since) {
      const market = [...markets.values()].find(({ chain }) => chain.network.id === network)
      if (!market) return { pools: [], dollar: null }
      return orUnreachable(async () => {
        const { feeds: checked, pools: usable } = await market.places()
        const isUsable = checked.some(({ ticker }) => ticker === 'USDC')
        return { pools: usable, dollar: isUsable ? ((await market.past?.read(since)) ?? null) : null }
      })
    },
    async check() {
      await Promise.all([...markets.values()].map(({ places: checked }) => orUnreachable(checked)))
    },
    questions: () => Object.fromEntries([...markets.values()].map(({ chain, reader }) => [chain.network.id, reader.questions()])),
  }
}

/** The networks of the service that have feeds or pools in the tables, and Multicall3 to read them with. */
function openMarkets(places: PricePlaces, { chains, clock, timers, log, metrics }: ChainPriceParts): Map<string, Market> {
  const opened = [...chains.values()].flatMap((chain): [string, Market][] => {
    const { slug } = chain.network
    const here = (place: { network: string }) => place.network === slug
    const known = { feeds: places.feeds.filter(here), pools: places.pools.filter(here) }
    if (known.feeds.length + known.pools.length === 0) return []
    const reader = createContractReader(chain, { clock, timers, metrics })
    let checked: PricePlaces | null = null
    const share = createSingleFlight<'check', PricePlaces>()
    const check = () => share('check', async () => (checked = await checkPlaces(reader, known, log.child({ network: slug }))))
    const dollar = known.feeds.find(({ ticker }) => ticker === 'USDC')
    const past = dollar ? createFeedPast(dollar, { reader, clock }) : null
    const market = { chain, reader, known, past, places: async () => checked ?? check() }
    return [[slug, market]]
  })
  return new Map(opened)
}

/** @param now unix seconds */
function usableRound(place: FeedPlace, value: RoundData | null, now: number): FeedRound | PriceFault {
  const round = readRound(value, now)
  if (round === null) return 'invalid'
  return isFrozen(round.updatedAt, place.heartbeatSeconds, now) ? 'frozen' : round
}

/** @param inEther what the pool of ether says, for a coin that trades against it @param usdc the price of USDC */
function inDollars(
  pool: PoolPlace,
  reading: PoolReading | PoolFault,
  { inEther: quote, usdc }: { inEther: PoolReading | PoolFault | null; usdc: number },
): Pick<PoolPrice, 'usd' | 'depthUsd' | 'dayAgoUsd' | 'quote'> | PriceFault {
  if (typeof reading === 'string') return reading
  if (typeof quote === 'string') return 'no_dollar'
  const { mean: perQuote, dayAgo: perQuoteDayAgo }: Pick<PoolReading, 'mean' | 'dayAgo'> = quote ?? { mean: 1, dayAgo: 1 }
  const depthUsd = reading.depth * perQuote * usdc
  if (depthUsd < minDepthUsd) return 'thin'
  const dayAgoUsd = reading.dayAgo === null || perQuoteDayAgo === null ? null : reading.dayAgo * perQuoteDayAgo * usdc
  const { mean, spot, depth } = reading
  return { usd: mean * perQuote * usdc, depthUsd, dayAgoUsd, quote: { ticker: pool.quote, mean, spot, depth, feeShare: pool.fee / 1e6 } }
}

async function orUnreachable<T>(run: () => Promise<T>): Promise<T | 'unreachable'> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof RpcUnreachable) return 'unreachable'
    throw error
  }
}
