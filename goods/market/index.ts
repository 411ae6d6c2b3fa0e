import { format, goods, setting } from '../../src/goods/door.ts'
import { networks } from '../../src/goods/kit/evm.ts'
import type { CoinPricesPort, ReferenceRatesPort, TokenPoolsPort } from '../../src/goods/kit/ports.ts'
import { coinPrices } from './coins/coin-prices.ts'
import { marketOhlcv } from './offers/ohlcv.ts'
import { marketPrice } from './offers/price.ts'
import { cryptoPrices } from './offers/prices.ts'
import { marketRates } from './offers/rates.ts'
import { marketTrending } from './offers/trending.ts'
import { offramp } from './offramp/estimate.ts'
import { openOnChain } from './pools/open-on-chain.ts'
import type { MarketWorld } from './sandbox/market-world.ts'
import { binance } from './sources/binance.ts'
import { bitstamp } from './sources/bitstamp.ts'
import { bitvavo } from './sources/bitvavo.ts'
import { chainlink } from './sources/chainlink.ts'
import { coinbaseSpot } from './sources/coinbase-spot.ts'
import { coinbase } from './sources/coinbase.ts'
import { coingecko } from './sources/coingecko.ts'
import { coinpaprika } from './sources/coinpaprika.ts'
import { defillamaCoins } from './sources/defillama-coins.ts'
import { defillamaStablecoins } from './sources/defillama-stablecoins.ts'
import { dexscreener } from './sources/dexscreener.ts'
import { kraken } from './sources/kraken.ts'
import { tokenPools } from './sources/token-pools.ts'
import { uniswapV3 } from './sources/uniswap-v3.ts'
import { stablecoins } from './stablecoins/stablecoins.ts'

/** Read when a setting is, since other settings add networks. */
const slugs = () => networks.map(({ slug }) => slug)

/** Prices, candles and trends of coins, stablecoins, and what a sale of USDC for euro brings. */
export const market = goods({
  name: 'market',
  packages: ['lru-cache'],
  settings: {
    coingeckoDemoKey: setting('COINGECKO_DEMO_KEY', "Key for CoinGecko's demo plan; without it the keyless limits apply.", {
      secret: true,
      parse: format.text,
    }),
    feeBasisPoints: setting('SETTLEMENT_FEE_BPS', 'Fee in the settlement estimate, in basis points.', {
      default: '50',
      parse: format.decimal(0, '10000'),
    }),
    fixedFeeEur: setting('SETTLEMENT_FIXED_FEE_EUR', 'Fixed fee in the settlement estimate, in euro.', {
      default: '0.10',
      parse: format.decimal(2, '1000'),
    }),
    indexPools: setting(
      'INDEX_POOLS',
      'Uniswap pools whose swaps are read, for candles and trends: `all` that the service knows, `none`, networks (`base,ethereum`), or coins on networks (`base:ETH`). [docs/chain-prices.md](docs/chain-prices.md) has the pools and what nodes are asked.',
      { default: 'all', parse: format.placesOnNetworks(slugs) },
    ),
    poolHistoryHours: setting('POOL_HISTORY_HOURS', 'How far back the first reading of these swaps starts, in hours.', {
      default: '25',
      parse: format.integer(1, 720),
    }),
  },
  sources: {
    chainlink,
    uniswapV3,
    coingecko,
    coinbase,
    coinbaseSpot,
    kraken,
    bitstamp,
    bitvavo,
    binance,
    coinpaprika,
    defillamaCoins,
    defillamaStablecoins,
    dexscreener,
  },
  uses: ['reference-rates'],
  provides: ['coin-prices', 'token-pools'],
  standIns: async (world) => (await import('./sandbox/stand-ins.ts')).standIns(world as unknown as MarketWorld),
  open(line) {
    const { settings, simulated, ports } = line
    const { feeBasisPoints, fixedFeeEur } = settings
    const sources = { ...line.sources, referenceRates: (ports['reference-rates'] as ReferenceRatesPort | undefined) ?? null }
    const onChain = openOnChain(line)
    const parts = { sources, simulated }
    return {
      offers: [
        marketRates(parts),
        ...offramp(parts, { basisPoints: feeBasisPoints, fixedEurCents: fixedFeeEur }),
        marketPrice(parts),
        marketOhlcv(parts),
        marketTrending(parts),
        cryptoPrices(parts),
        stablecoins(parts),
      ],
      jobs: onChain.jobs,
      indexes: onChain.indexes,
      ports: {
        'coin-prices': coinPrices(sources) satisfies CoinPricesPort,
        'token-pools': tokenPools(sources) satisfies TokenPoolsPort,
      },
    }
  },
})
