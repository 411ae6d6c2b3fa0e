/** What CoinGecko's stamp looks like in worked examples. */
export function coingeckoStamp(lookup: string) {
  return {
    id: 'coingecko',
    url: `https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&ids=${lookup}&price_change_percentage=24h&per_page=250`,
    asOf: '2026-10-05T21:34:50.000Z',
    licence: 'CoinGecko API terms',
    attribution: 'Data provided by CoinGecko (https://www.coingecko.com)',
    cache: 'miss' as const,
  }
}

/** Bitcoin on a day in 2026. */
export const bitcoinFigures = {
  symbol: 'BTC',
  coingeckoId: 'bitcoin',
  name: 'Bitcoin',
  price: 85843,
  priceChange24h: -0.7731,
  marketCap: 1712345678901,
  volume24h: 28456789012,
}
