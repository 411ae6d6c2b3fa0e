import { z } from '../../../src/goods/door.ts'

const hint = 'a ticker such as BTC, a CoinGecko id such as bitcoin, or an asset such as eip155:8453/erc20:0x…: 1 to 128 characters'

/** The name of a coin in a request, as people write it; `readAskedCoin` reads it. */
export const coinSymbol = z
  .string()
  .max(128, hint)
  .refine((text) => /^ ?\$?[A-Za-z0-9][A-Za-z0-9 ._:/₮-]*$/.test(text), hint)
