import type { UpstreamId } from '../../src/sources/source-catalog.ts'
import { awattarAt, awattarDe } from './awattar.ts'
import { binance } from './binance.ts'
import { bitstamp } from './bitstamp.ts'
import { bitvavo } from './bitvavo.ts'
import { cisaKev } from './cisa-kev.ts'
import { coinbase, coinbaseSpot } from './coinbase.ts'
import { coingecko } from './coingecko.ts'
import { coinpaprika } from './coinpaprika.ts'
import { defillamaCoins } from './defillama-coins.ts'
import { defillamaStablecoins } from './defillama-stablecoins.ts'
import { dexscreener } from './dexscreener.ts'
import { ecbData } from './ecb-data.ts'
import { ecb } from './ecb.ts'
import { elering } from './elering.ts'
import { energyCharts } from './energy-charts.ts'
import { epss } from './epss.ts'
import { eurostat } from './eurostat.ts'
import { frankfurter } from './frankfurter.ts'
import { fred } from './fred.ts'
import { kraken } from './kraken.ts'
import { nvd } from './nvd.ts'
import { osv } from './osv.ts'
import type { StandIn } from './reply.ts'
import { vatcomply } from './vatcomply.ts'
import { worldBank } from './world-bank.ts'

/** The stand-in of each upstream. */
export const standIns: Readonly<Record<UpstreamId, StandIn>> = {
  ecb,
  coingecko,
  coinbase,
  'coinbase-spot': coinbaseSpot,
  kraken,
  bitstamp,
  bitvavo,
  binance,
  coinpaprika,
  'defillama-coins': defillamaCoins,
  'defillama-stablecoins': defillamaStablecoins,
  dexscreener,
  'cisa-kev': cisaKev,
  'cisa-kev-github': cisaKev,
  epss,
  nvd,
  osv,
  'ecb-data': ecbData,
  frankfurter,
  vatcomply,
  eurostat,
  'world-bank': worldBank,
  fred,
  'energy-charts': energyCharts,
  'awattar-de': awattarDe,
  'awattar-at': awattarAt,
  elering,
}
