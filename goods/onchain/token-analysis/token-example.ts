import { metaOf } from '../../../src/goods/door.ts'
import type { TokenAnswer } from './token-answer.ts'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const implementation = '0x000000000000000000000000000000000000F1A2'

const capability = (name: TokenAnswer['capabilities'][number]['capability'], selector: string, signature: string, foundIn: string) => ({
  capability: name,
  signature,
  selector,
  foundIn,
})

const answer: TokenAnswer = {
  address: usdc,
  network: 'eip155:8453',
  blockNumber: 4711,
  blockAt: '2026-11-21T10:36:04.000Z',
  observedAt: '2026-11-21T10:36:05.120Z',
  verdict: 'known',
  recommendation: { action: 'go_ahead', reason: 'By its address this is USDC, which many people use.' },
  observedShare: 0.8,
  flags: [
    {
      code: 'known_token',
      severity: 'info',
      detail: 'This is USDC (Circle) by its address. The other flags say what its issuer may do.',
    },
    { code: 'can_blacklist', severity: 'caution', detail: 'The code has a function to block single addresses.' },
  ],
  known: { symbol: 'USDC', issuer: 'Circle' },
  code: { bytes: 1798, hash: '0x17a86c69467797575771f5e06173158bf7f0f6160410b1524920503c7a554022' },
  token: { name: 'USD Coin', symbol: 'USDC', decimals: 6, totalSupplyBaseUnits: '10000000000', totalSupply: '10000' },
  owner: { address: '0x0000000000000000000000000000000000001eaD', renounced: false, from: 'owner()' },
  proxy: {
    kind: 'zeppelinos',
    implementation,
    path: [implementation],
    admin: '0x000000000000000000000000000000000000Ad31',
    beacon: null,
    adminOwner: null,
    replaceable: true,
  },
  capabilities: [
    capability('upgrade', '0x3659cfe6', 'upgradeTo(address)', usdc),
    capability('blacklist', '0xf9f92be4', 'blacklist(address)', implementation),
  ],
  transferSimulation: {
    honeypot: false,
    buyTaxPercent: 0,
    sendTaxPercent: 0,
    sellTaxPercent: 0,
    soldTo: 'pool',
    tokens: 'holder',
    triedHolderCount: 3,
    refusedHolderCount: 0,
  },
  holders: null,
  liquidity: {
    usd: '41250000.5',
    poolCount: 1,
    deepest: { pool: '0x00000000000000000000000000000000000000f0', dex: 'uniswap', against: 'WETH', usd: '41250000.50' },
    oldestPoolAt: '2024-09-12T00:00:00.000Z',
    volume24hUsd: '63400000',
    buyCount24h: 40874,
    sellCount24h: 41220,
  },
  notObserved: [{ field: 'holders', reason: 'It has more than 20000 transfers.' }],
  meta: metaOf({
    stamps: [
      {
        id: 'rpc:eip155:8453',
        url: 'caip2:eip155:8453',
        asOf: '2026-11-21T10:36:04.000Z',
        licence: 'public blockchain data',
        attribution: 'Base, block 4711',
        cache: 'miss',
      },
    ],
    missing: ['holders'],
    simulated: true,
  }),
}

/** Canonical USDC on Base, shortened. */
export const usdcOnBase = { path: { address: usdc }, query: { chain: 'base' }, answer }
