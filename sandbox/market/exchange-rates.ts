import { driftOf, seedOf } from '../../src/goods/stand-in-noise.ts'
import { straightAt } from './price-path.ts'

/** The usual units for 1 EUR, as the ECB writes them. */
const usual: Readonly<Record<string, string>> = {
  USD: '1.1225',
  JPY: '172.41',
  CZK: '24.312',
  DKK: '7.4671',
  GBP: '0.87010',
  HUF: '388.15',
  PLN: '4.2415',
  RON: '5.0871',
  SEK: '10.9735',
  CHF: '0.93120',
  ISK: '143.20',
  NOK: '11.6810',
  TRY: '47.9052',
  AUD: '1.7102',
  BRL: '6.0911',
  CAD: '1.5643',
  CNY: '7.9921',
  HKD: '8.7331',
  IDR: '18650.22',
  ILS: '3.7120',
  INR: '99.8120',
  KRW: '1601.44',
  MXN: '20.6120',
  MYR: '4.7215',
  NZD: '1.9310',
  PHP: '65.2110',
  SGD: '1.4475',
  THB: '36.4120',
  ZAR: '19.4510',
}

export const usualUsdPerEur = Number(usual['USD'])

/** Movement of a day of those that move less or more than others. The krone is tied to the euro. */
const unusualMoves: Readonly<Record<string, number>> = { DKK: 0.00003, USD: 0.003, TRY: 0.005, BRL: 0.006, ZAR: 0.006 }
const usualMove = 0.0035
/** Tied to the dollar: their own movement is on top of its. */
const tiedToDollar: Readonly<Record<string, number>> = { HKD: 0.0002 }

/** Units of a currency for 1 EUR at the start of an hour. */
function perEur(currency: string): (hour: number) => number {
  const level = Number(usual[currency])
  const tied = tiedToDollar[currency]
  const size = tied ?? unusualMoves[currency] ?? usualMove
  const drift = driftOf(seedOf(currency))
  const dollars = tied === undefined ? () => usualUsdPerEur : perEur('USD')
  return (hour) => level * (dollars(hour) / usualUsdPerEur) * Math.exp(size * drift(hour))
}

const paths = new Map(Object.keys(usual).map((code) => [code, perEur(code)]))

/** The price of a euro in dollars on the market. */
export const euroPath = { at: perEur('USD') }

export function usdPerEurAt(now: number): number {
  return straightAt(euroPath, now)
}

/** Units of every currency for 1 EUR at a moment, with the decimal places of the ECB. */
export function ratesAt(now: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...paths].map(([code, at]) => {
      const places = (usual[code] ?? '').split('.')[1]?.length
      return [code, straightAt({ at }, now).toFixed(places)]
    }),
  )
}
