import { z } from 'zod'

const hint = 'a ticker such as BTC or a CoinGecko id such as bitcoin: 1 to 64 letters, digits, ".", "_" and "-"'

/** The name of a coin in a request: a ticker or a CoinGecko id. */
export const coinSymbol = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, hint)
