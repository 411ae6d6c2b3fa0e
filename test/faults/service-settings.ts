import { createServer } from 'node:net'
import { networks } from '../../src/chain/networks.ts'
import type { Counted } from './counted.ts'
import type { FaultyWorld } from './faulty-world.ts'
import type { Offers } from './market.ts'

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

/** So many calls from one machine are no flood, and so many failures no abuse; calls that wait are told so soon. */
const limits = {
  LOG_LEVEL: 'info',
  TRUSTED_PROXIES: '127.0.0.1,::1',
  RATE_LIMIT_BURST: '1000000',
  RATE_LIMIT_PER_SECOND: '1000000',
  UNCHARGED_RUNS_PER_HOUR: '1000000',
  SETTLE_WAIT_SECONDS: '10',
}

/** What the service is told, but for its port and directory. */
export function serviceEnvironment(world: FaultyWorld, live: boolean): Record<string, string> {
  return { ...(live ? liveEnvironment(world) : { SANDBOX_WORLD: world.file }), ...limits }
}

/** What each of several instances is told, but for its port and directory. Their chains do not fail: no proxy is between. */
export function instanceEnvironment({ world }: FaultyWorld, database: string, free: Counted['limits']): Record<string, string> {
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
    // None of them is on this machine.
    SOURCES_DISABLED: 'bitstamp,bitvavo,cisa-kev,coinbase,coingecko,ecb,kraken',
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
