import { networks, nodeSetting } from '../chain/networks.ts'
import type { Network } from '../chain/networks/network.ts'
import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'
import { networkList } from './network-files.ts'

/** The nodes of each network for payments, by slug. */
export function nodeSettings(): Readonly<Record<string, Setting<readonly string[]>>> {
  return settingsBySlug((network) => ({
    name: nodeSetting(network),
    what: `JSON-RPC nodes of ${network.name}, separated by commas; the first that answers is used. Setting it enables the network.`,
    only: 'live',
    secret: true,
    parse: format.some(format.rpcUrl),
  }))
}

/** The nodes of each network from which a sandbox with real data reads, by slug. */
export function readNodeSettings(): Readonly<Record<string, Setting<readonly string[]>>> {
  return settingsBySlug((network) => ({
    name: `READ_${nodeSetting(network)}`,
    what: `With \`SANDBOX_SOURCES=live\`: JSON-RPC nodes of the real ${network.name}, separated by commas, from which answers about addresses and tokens are read. No payment is looked for or sent there.`,
    only: 'sandbox',
    secret: true,
    parse: format.some(format.rpcUrl),
  }))
}

function settingsBySlug(make: (network: Network) => Setting<readonly string[]>): Readonly<Record<string, Setting<readonly string[]>>> {
  return Object.fromEntries(networks.map((network) => [network.slug, make(network)]))
}

/** The payee, the networks, and the accounts that send the settlements. */
export const networkSettings = {
  payTo: { name: 'PAY_TO', what: 'The address that receives the payments.', only: 'live', required: 'live', parse: format.address },
  signerKeys: {
    name: 'SIGNER_KEY',
    what: 'Private keys, separated by commas, of the accounts that send settlements and pay their gas. Not the key of `PAY_TO`: these accounts hold gas only. Without one, only payments that are already on chain are accepted (MPP `evmhash`).',
    only: 'live',
    secret: true,
    parse: format.some(format.privateKey),
  },
  signerKeysRetiring: {
    name: 'SIGNER_KEY_RETIRING',
    what: 'Private keys of accounts that finish the settlements they have sent, and begin no new ones: see `farthing keys rotate signer`.',
    only: 'live',
    secret: true,
    parse: format.some(format.privateKey),
  },
  remoteSigners: {
    name: 'REMOTE_SIGNERS',
    what: 'Accounts that send settlements, whose keys another service keeps: `web3signer:URL@ADDRESS` or `aws-kms:KEY@ADDRESS`, separated by commas; beside those of `SIGNER_KEY` or instead of them (docs/operate/signers.md).',
    only: 'live',
    parse: format.some(format.remoteKey),
  },
  remoteSignerMs: {
    name: 'REMOTE_SIGNER_MS',
    what: 'How long a remote signer may take for one signature, in milliseconds.',
    default: '3000',
    parse: format.integer(100, 8_000),
  },
  extraNetworks: {
    name: 'EXTRA_NETWORKS',
    what: 'Networks besides those that are always known: `base-sepolia`, which comes with the service, and JSON files of your own (`/etc/farthing/celo.json`), separated by commas. Each is checked against its chain at the start, and brings `RPC_URL_…` and `READ_RPC_URL_…` with its name. [docs/adding-a-network.md](docs/adding-a-network.md) describes the file.',
    parse: networkList,
  },
  nodeAnswerMs: {
    name: 'NODE_ANSWER_MS',
    what: 'A node that takes longer to tell its block number, in milliseconds, counts as silent. A network whose nodes are all silent leaves the terms until one answers.',
    default: '700',
    parse: format.integer(100, 60_000),
  },
} as const satisfies Record<string, Setting<unknown>>
