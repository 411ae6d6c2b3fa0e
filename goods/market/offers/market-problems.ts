import { problem } from '../../../src/goods/door.ts'

/** Problems that only offers of markets have. */
export const marketProblems = {
  unknownSymbol: problem({
    code: 'unknown_symbol',
    decidedBy: 'caller',
    status: 404,
    title: 'Unknown symbol',
    fix: 'Use a ticker such as BTC or a CoinGecko id such as bitcoin.',
  }),
  unknownMarket: problem({
    code: 'unknown_market',
    decidedBy: 'caller',
    status: 404,
    title: 'No such market',
    fix: 'Use a well-known ticker such as BTC, and USD or EUR as quote.',
  }),
}
