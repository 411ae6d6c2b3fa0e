import type { TokenAnalysis } from './token-answer.ts'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const implementation = '0x000000000000000000000000000000000000F1A2'

const capability = (name: TokenAnalysis['capabilities'][number]['capability'], selector: string, signature: string, foundIn: string) => ({
  capability: name,
  selector,
  signature,
  foundIn,
  evidence: 'selector-in-code' as const,
})

const answer: TokenAnalysis = {
  address: usdc,
  network: 'eip155:8453',
  block: { number: 4711, timestamp: '2026-11-21T10:36:04.000Z' },
  observedAt: '2026-11-21T10:36:05.120Z',
  isContract: true,
  delegatesTo: null,
  known: { symbol: 'USDC', issuer: 'Circle' },
  code: { size: 1798, hash: '0x17a86c69467797575771f5e06173158bf7f0f6160410b1524920503c7a554022' },
  token: { name: 'USD Coin', symbol: 'USDC', decimals: 6, totalSupply: '10000000000', totalSupplyFormatted: '10000' },
  owner: { address: '0x0000000000000000000000000000000000001eaD', renounced: false, from: 'owner()' },
  proxy: {
    kind: 'zeppelinos',
    implementation,
    path: [implementation],
    admin: '0x000000000000000000000000000000000000Ad31',
    beacon: null,
    replaceable: true,
  },
  capabilities: [
    capability('upgrade', '0x3659cfe6', 'upgradeTo(address)', usdc),
    capability('mint', '0x40c10f19', 'mint(address,uint256)', implementation),
    capability('pause', '0x8456cb59', 'pause()', implementation),
    capability('blacklist', '0xf9f92be4', 'blacklist(address)', implementation),
  ],
  flags: [
    { code: 'known_token', severity: 'info', detail: 'This is the USDC (Circle) in which payments are taken on this network.' },
    { code: 'can_blacklist', severity: 'caution', detail: 'The code has a function to bar single addresses.' },
  ],
  riskLevel: 'low',
  holders: null,
  liquidity: null,
  transferSimulation: null,
  sourceVerified: null,
  ageDays: null,
  notObserved: [{ field: 'liquidity', reason: 'No source of pool data is connected yet.' }],
  simulated: true,
  meta: {
    sources: [
      {
        id: 'rpc:eip155:8453',
        url: 'caip2:eip155:8453',
        asOf: '2026-11-21T10:36:04.000Z',
        licence: 'public blockchain data',
        attribution: 'Base, block 4711',
        cache: 'miss',
      },
    ],
    degraded: true,
    missing: ['liquidity'],
    simulated: true,
  },
}

/** Canonical USDC on Base as the sandbox shows it, shortened. */
export const usdcOnBase = { path: { address: usdc }, query: { network: 'base' }, answer }
