import { createServer } from 'node:net'
import { networks } from '../../src/chain/networks.ts'
import type { FreeCallCounts } from './free-calls.ts'
import type { FaultyWorld } from './faulty-world.ts'
import type { Offers } from './load.ts'

const tokenOffers = ['base', 'polygon'].map((slug) => {
  const { asset } = networks.find((network) => network.slug === slug)!
  return `/v1/crypto/token-analysis/${asset}?chain=${slug}`
})
const sandboxOffers: Offers = {
  small: ['/v1/market/price/BTC', '/v1/market/price/ETH', '/v1/market/price/SOL'],
  large: tokenOffers,
  failing: ['/v1/market/price/nosuchcoin'],
}
const liveOffers: Offers = { small: [], large: tokenOffers, failing: [] }

export function offersOf(live: boolean): Offers {
  return live ? liveOffers : sandboxOffers
}

/** High limits, because all payers call from one machine and many calls fail on purpose; and a short wait for settlements. */
const limits = {
  LOG_LEVEL: 'info',
  TRUSTED_PROXIES: '127.0.0.1,::1',
  RATE_LIMIT_BURST: '1000000',
  RATE_LIMIT_PER_SECOND: '1000000',
  UNCHARGED_RUNS_PER_HOUR: '1000000',
  ANSWER_WITHIN_SECONDS: '10',
}

/** Environment of the service, without port and directory. */
export function serviceEnvironment(world: FaultyWorld, live: boolean): Record<string, string> {
  return { ...(live ? liveEnvironment(world) : { SANDBOX_WORLD: world.file }), ...limits }
}

/** Environment of each of several instances, without port and directory. Their chains do not fail: they use no proxy. */
export function instanceEnvironment({ world }: FaultyWorld, database: string, free: FreeCallCounts['limits']): Record<string, string> {
  return {
    ...limits,
    SANDBOX_WORLD: world.file,
    DATABASE_URL: database,
    MPP_SECRET: 'the-same-for-all-of-the-instances',
    FREE_QUOTA_PER_DAY: String(free.quota),
    FREE_CALLS_PER_CLIENT_PER_DAY: String(free.freeCalls),
  }
}

function liveEnvironment({ world, chains }: FaultyWorld): Record<string, string> {
  const nodes = chains.map(({ network, proxy }) => [`RPC_URL_${network.slug.toUpperCase()}`, proxy.url])
  return {
    MODE: 'live',
    PUBLIC_URL: 'https://api.example.com',
    PAY_TO: world.payTo,
    SIGNER_KEY: world.signerKeys.join(','),
    // Some payers send a transaction's hash alone, which a live service refuses unless it is told otherwise.
    MPP_BARE_HASH: 'accept',
    // Chains of this machine have no price feeds.
    GAS_COIN_CEILINGS: 'ETH=0.01,POL=0.01,CREDIT=0.01',
    // This machine can't reach any of these.
    SOURCES_DISABLED: 'bitstamp,bitvavo,cisa-kev,coinbase,coingecko,ecb,kraken,ofac',
    ...(Object.fromEntries(nodes) as Record<string, string>),
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
