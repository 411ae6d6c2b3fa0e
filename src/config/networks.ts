import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'
import type { networkSlugs } from './network-slugs.ts'

const rpcUrls = (slug: (typeof networkSlugs)[number], name: string) =>
  ({
    name: `RPC_URL_${slug.toUpperCase()}`,
    what: `JSON-RPC nodes of ${name}, separated by commas, the first that answers is used. Giving one enables the network.`,
    only: 'live',
    secret: true,
    parse: format.some(format.rpcUrl),
  }) as const

/** Who is paid, on which networks, and who sends the settlements. */
export const networkSettings = {
  payTo: { name: 'PAY_TO', what: 'The address that is paid.', only: 'live', required: 'live', parse: format.address },
  signerKeys: {
    name: 'SIGNER_KEY',
    what: 'Private keys, separated by commas, of the accounts that send settlements and pay their gas. Not the key of `PAY_TO`: these hold gas only. Without one only payments that are on chain already are taken (MPP `evmhash`).',
    only: 'live',
    secret: true,
    parse: format.some(format.privateKey),
  },
  rpcUrlBase: rpcUrls('base', 'Base'),
  rpcUrlEthereum: rpcUrls('ethereum', 'Ethereum'),
  rpcUrlPolygon: rpcUrls('polygon', 'Polygon'),
  rpcUrlArbitrum: rpcUrls('arbitrum', 'Arbitrum'),
  rpcUrlOptimism: rpcUrls('optimism', 'Optimism'),
  rpcUrlSkale: rpcUrls('skale', 'SKALE Base'),
} as const satisfies Record<string, Setting<unknown>>
