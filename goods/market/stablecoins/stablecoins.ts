import { answer, anyOf, fixedPrice, metaOf, offer, problem, Problem, uncharged, z } from '../../../src/goods/door.ts'
import { type SourceStamp, upstreamProblem } from '../../../src/goods/kit/http.ts'
import { askSource, failureIn, valueOf } from '../../../src/goods/kit/several-sources.ts'
import type { MarketParts } from '../market-sources.ts'
import { coinOfAsset } from '../coins/coin-of-asset.ts'
import { readTypedSymbol, type SymbolHint } from '../coins/typed-symbol.ts'
import { findStablecoin } from './find-stablecoin.ts'
import { eurcInOctober, stablecoinAnswer } from './stablecoin-answer.ts'
import type { StablecoinData } from './stablecoin-answer.ts'
import { askPrices, findPeg, judgePrices, listedQuote, type Quote } from './stablecoin-prices.ts'
import { issuedSupply, listedSupply } from './stablecoin-supply.ts'
import { knownStablecoins } from './stablecoin-table.ts'
import { createTokenSupplies } from './token-supply.ts'

const noSuchStablecoin = problem({
  code: 'unknown_stablecoin',
  decidedBy: 'caller',
  status: 404,
  title: 'Unknown stablecoin',
  fix: 'Use the ticker of a stablecoin such as USDC, or its CoinGecko id.',
})

const symbolHint = 'a ticker such as USDC or a CoinGecko id such as usd-coin'

/** Price, peg and supply of one stablecoin. An answer without any price is not charged. */
export function stablecoins({ sources, simulated }: MarketParts) {
  const supplies = createTokenSupplies()
  return offer({
    id: 'data-stablecoins',
    route: 'GET /v1/data/stablecoins/{symbol}',
    access: fixedPrice('0.003'),
    title: 'Stablecoin: peg and supply',
    purpose:
      'Run before holding or taking a stablecoin: its price, how far that is from the peg, whether two sources see a depeg, its supply with the change over 1, 7 and 30 days, and on which networks it is.',
    restsOn:
      "prices of feeds and pools on chain, and of independent lists and exchanges where they are accepted; supply from DefiLlama or the coin's contracts",
    cannotKnow: 'what backs the coin; whether its issuer redeems it',
    path: z.object({
      symbol: z
        .string()
        .max(128, symbolHint)
        .refine((text) => /^\$?[A-Za-z0-9][A-Za-z0-9.+_:/₮-]*$/.test(text), symbolHint),
    }),
    answer: stablecoinAnswer,
    problems: [noSuchStablecoin],
    brief: [
      'data.symbol',
      'data.status',
      'data.depeg',
      'data.depegReason',
      'data.priceUsd',
      'data.deviationBps',
      'data.peg',
      'data.supply.circulating.amount',
    ],
    example: { path: { symbol: 'EURC' }, answer: eurcInOctober },
    dataset: {
      freshness: { renewed: 'every 20 seconds (prices) and 4 minutes (supply)', maxAgeHours: 1 },
      coverage: `About 400 stablecoins where DefiLlama is enabled; otherwise ${knownStablecoins.map(({ symbol }) => symbol).join(', ')}, with the supply by their contracts on the networks of this service.`,
    },
    // The networks give only the supply. An answer without a price is free, so nobody should be asked to pay for it.
    needs: {
      sources: [
        anyOf({
          chainlink: ['price'],
          'uniswap-v3': ['prices'],
          'defillama-stablecoins': ['list'],
          coingecko: ['market'],
          coinbase: ['price'],
          kraken: ['price'],
        }),
      ],
      // For pegs to other currencies.
      alsoUses: sources.referenceRates?.everySource ?? [],
    },
    // For DefiLlama's list, and then for the ECB's rate from one source after the other.
    deadlineMs: 13_000,
    async run({ path: { symbol: given } }, { chains, clock, signal }) {
      const { symbol, hint } = readSymbol(given)
      const { defillamaStablecoins } = sources
      const list = await askSource(defillamaStablecoins.source, defillamaStablecoins.list, '', { signal })
      const found = findStablecoin(symbol, valueOf(list) ?? [])
      if (!found) {
        if (list.kind === 'failed') throw upstreamProblem('The source of the list of stablecoins does not answer at present.', list.error)
        throw unknownStablecoin(hint)
      }
      const { known, listed, namesakes } = found
      const id = known?.coingecko ?? listed?.coingecko ?? null
      const fromList = listed && list.kind === 'answered' ? { supply: listedSupply(listed), source: list.source } : null
      const [prices, peg, issued] = await Promise.all([
        askPrices(sources, id, signal),
        findPeg(listed ? listed.peg : (known?.peg ?? null), sources, clock, signal),
        known && !fromList?.supply ? issuedSupply(known, { chains, supplies, clock, simulated }) : null,
      ])
      // DefiLlama comes last: of several sources of one origin the first one counts.
      const quotes = [...prices.quotes, ...(listed && fromList ? listedQuote(listed, fromList.source) : [])]
      const supply = fromList?.supply ?? issued
      const failure = failureIn([list, ...prices.replies])
      if (quotes.length === 0 && !supply?.supply.circulating && !supply?.supply.issued) throw nothingToSay(failure !== null, failure)

      const { part, agreeing, disputed } = judgePrices(quotes, peg)
      const data: StablecoinData = {
        symbol: known?.symbol ?? listed?.symbol ?? symbol,
        name: known?.name ?? listed?.name ?? symbol,
        coingeckoId: id,
        status: listed?.status ?? null,
        ...part,
        supply: supply?.supply ?? { circulating: null, issued: null },
        networks: supply?.networks ?? null,
        namesakes: namesakes.map((other) => ({ name: other.name, coingeckoId: other.coingecko })),
      }
      const body = {
        success: true,
        data,
        timestamp: new Date(clock.now()).toISOString(),
        meta: metaOf({
          stamps: stampsOf(fromList?.source, quotes, [...peg.stamps, ...(issued?.stamps ?? [])]),
          agreeing: [agreeing.map(({ stamp }) => stamp)],
          missing: missingIn(data),
          fallback: failure !== null || peg.fallback || disputed,
          simulated,
        }),
      }
      return data.priceUsd === null
        ? uncharged(body, disputed ? 'sources_disagree' : 'no_price', disputed || failure !== null ? 'upstream' : 'caller')
        : answer(body)
    },
  })
}

/** The symbol to look for, and the one that is probably meant where there is none. @throws Problem `unknown_stablecoin` */
function readSymbol(given: string): { symbol: string; hint: SymbolHint | null } {
  const asset = coinOfAsset(given)
  if (asset?.kind === 'asset') throw unknownStablecoin(null)
  const typed = readTypedSymbol(asset?.symbol ?? given)
  if (typed.kind === 'hint') throw unknownStablecoin(typed.hint)
  if (typed.kind === 'pair') return { symbol: given, hint: { ask: typed.base, text: `Did you mean ${typed.base}?` } }
  return { symbol: typed.text, hint: typed.hint }
}

function unknownStablecoin(hint: SymbolHint | null): Problem {
  const detail = ['No stablecoin has this symbol.', ...(hint ? [`Did you mean ${hint.ask}?`] : [])].join(' ')
  return new Problem(noSuchStablecoin, detail, { field: 'path.symbol', ...(hint ? { expected: hint.ask } : {}) })
}

/** Each source once: the list gives a quote too, where it has a price. */
function stampsOf(list: SourceStamp | undefined, quotes: readonly Quote[], others: readonly SourceStamp[]): SourceStamp[] {
  const fromQuotes = quotes.map(({ stamp }) => stamp)
  return [...(list && !quotes.some(({ source }) => source === list.id) ? [list] : []), ...fromQuotes, ...others]
}

function nothingToSay(failed: boolean, cause: unknown): Problem {
  if (failed) return upstreamProblem('No source gives anything about this stablecoin at present.', cause)
  return new Problem(noSuchStablecoin, 'No enabled source knows this stablecoin.', {
    field: 'path.symbol',
  })
}

/** Members that are null because no source gave them. A floating peg has no value that could be missing, and `issued` is only read if `circulating` is not known. */
function missingIn({ peg, priceUsd, deviationBps, depeg, supply, networks }: StablecoinData): string[] {
  const figure = supply.circulating ?? supply.issued
  const name = supply.circulating ? 'supply.circulating' : 'supply.issued'
  const parts: Readonly<Record<string, unknown>> = {
    priceUsd,
    ...(peg.currency === null ? {} : { 'peg.usd': peg.usd, deviationBps, depeg }),
    'supply.circulating': supply.circulating,
    ...(supply.circulating === null && networks !== null ? { 'supply.issued': supply.issued } : {}),
    ...(figure
      ? { [`${name}.change1d`]: figure.change1d, [`${name}.change7d`]: figure.change7d, [`${name}.change30d`]: figure.change30d }
      : {}),
    networks,
  }
  return Object.keys(parts).filter((part) => parts[part] === null)
}
