import { logLevels } from './ops/logger.ts'
import { readSettings, type Environment, type Mode, type Setting, type SettingValues } from './ops/setting.ts'
import { indexSettings } from './ops/index-settings.ts'
import * as format from './ops/setting-formats.ts'
import { settingsMarkdown, settingsText } from './ops/settings-document.ts'
import type { Hex } from './shared/bytes.ts'
import type { CheckpointName } from './shared/checkpoint.ts'

const checkpoints = ['claimed', 'worked', 'served', 'stored', 'sent', 'mined', 'settled'] as const satisfies readonly CheckpointName[]
const networkSlugs = ['base', 'ethereum', 'polygon', 'arbitrum', 'optimism', 'skale'] as const

const rpcUrls = (slug: (typeof networkSlugs)[number], name: string) =>
  ({
    name: `RPC_URL_${slug.toUpperCase()}`,
    what: `JSON-RPC nodes of ${name}, separated by commas, the first that answers is used. Giving one enables the network.`,
    only: 'live',
    secret: true,
    parse: format.some(format.rpcUrl),
  }) as const

/** Every setting of the service. The README's table and the help text are made from it. */
const settings = {
  mode: {
    name: 'MODE',
    what: '`sandbox` starts local chains and stand-ins for every source, and takes no real money; `live` takes real money.',
    default: 'sandbox',
    parse: format.oneOf('sandbox', 'live'),
  },
  port: { name: 'PORT', what: 'TCP port; 0 takes a free one.', default: '4020', parse: format.integer(0, 65_535) },
  host: {
    name: 'HOST',
    what: 'Address to listen on. Set `0.0.0.0` to be reached from other machines.',
    default: '127.0.0.1',
    parse: format.text,
  },
  dataDir: {
    name: 'DATA_DIR',
    what: 'Directory of the database and of stored answers. One process owns it at a time.',
    default: './data',
    parse: format.text,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    what: 'What is written to stderr: debug, info, warn, error or silent.',
    default: 'info',
    parse: format.oneOf(...logLevels),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    what: 'The base URL under which clients reach the service; it stands in every 402 and receipt.',
    only: 'live',
    required: 'live',
    parse: format.publicUrl,
  },
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
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    what: 'Addresses or ranges of the proxies whose `X-Forwarded-For` is believed, separated by commas.',
    default: '',
    parse: format.list(format.addressRange),
  },
  freeQuotaPerDay: {
    name: 'FREE_QUOTA_PER_DAY',
    what: 'Calls a day that a client address has on all quota routes together.',
    default: '25',
    parse: format.integer(0, 1_000_000),
  },
  freeCallsPerClientPerDay: {
    name: 'FREE_CALLS_PER_CLIENT_PER_DAY',
    what: 'First calls a day that are free for wallets of one client address.',
    default: { sandbox: '1000', live: '25' },
    parse: format.integer(0, 1_000_000),
  },
  rateLimitBurst: {
    name: 'RATE_LIMIT_BURST',
    what: 'Requests that a client address may send at once.',
    default: '1000',
    parse: format.integer(1, 10_000_000),
  },
  rateLimitPerSecond: {
    name: 'RATE_LIMIT_PER_SECOND',
    what: 'Requests a second that a client address may go on with.',
    default: '500',
    parse: format.integer(1, 10_000_000),
  },
  unchargedRunsPerHour: {
    name: 'UNCHARGED_RUNS_PER_HOUR',
    what: 'Failed or uncharged runs an hour that a payer and a client address may have.',
    default: '30',
    parse: format.integer(1, 1_000_000),
  },
  answerTtlHours: {
    name: 'ANSWER_TTL_HOURS',
    what: 'How long a paid answer is kept to be given again.',
    default: '24',
    parse: format.integer(1, 8_760),
  },
  priceGraceSeconds: {
    name: 'PRICE_GRACE_SECONDS',
    what: 'How long the old price is good after a change.',
    default: '300',
    parse: format.integer(0, 86_400),
  },
  settleWaitSeconds: {
    name: 'SETTLE_WAIT_SECONDS',
    what: 'How long a call waits for its settlement before it is answered as pending.',
    default: '60',
    parse: format.integer(1, 600),
  },
  maxBodyBytes: { name: 'MAX_BODY_BYTES', what: 'Largest request body.', default: '262144', parse: format.integer(1_024, 16_777_216) },
  gasBudgetGwei: {
    name: 'GAS_BUDGET_GWEI_PER_DAY',
    what: 'What one signer may spend on gas a day on a network, in gwei of its coin: one figure for all, then `name=figure` for those that differ.',
    default: '200000000,polygon=500000000000,skale=1000000000000',
    parse: format.amountsByNetwork(networkSlugs),
  },
  maxFeeShareBasisPoints: {
    name: 'MAX_FEE_SHARE',
    what: 'A network is not offered while settling there costs more than this share of the price. Off in the sandbox.',
    default: '0.5',
    parse: format.decimal(4, '1'),
  },
  settlementFeeBasisPoints: {
    name: 'SETTLEMENT_FEE_BPS',
    what: 'Fee in the settlement estimate, in basis points.',
    default: '50',
    parse: format.decimal(0, '10000'),
  },
  settlementFixedFeeEur: {
    name: 'SETTLEMENT_FIXED_FEE_EUR',
    what: 'Fixed fee in the settlement estimate, in euro.',
    default: '0.10',
    parse: format.decimal(2, '1000'),
  },
  sourcesAccepted: {
    name: 'SOURCES_ACCEPTED',
    what: 'Sources whose answers may be sold only under a contract, and with which you have one, separated by commas.',
    default: '',
    parse: format.list(format.identifier),
  },
  sourcesDisabled: {
    name: 'SOURCES_DISABLED',
    what: 'Sources that are not to be used, separated by commas.',
    default: '',
    parse: format.list(format.identifier),
  },
  coingeckoDemoKey: {
    name: 'COINGECKO_DEMO_KEY',
    what: "Key for CoinGecko's demo plan; without it the keyless limits hold.",
    secret: true,
    parse: format.text,
  },
  nvdKey: {
    name: 'NVD_API_KEY',
    what: 'Key for the National Vulnerability Database: 50 requests in 30 seconds instead of 5.',
    secret: true,
    parse: format.text,
  },
  ipfsGateway: {
    name: 'IPFS_GATEWAY',
    what: 'Gateway through which `ipfs://` addresses of agents are read, such as `https://ipfs.example`; without one they are not read. It may be on a private network.',
    parse: format.ipfsGateway,
  },
  ...indexSettings(networkSlugs),
  sandboxDir: {
    name: 'SANDBOX_DIR',
    what: 'Directory of the chains and wallets of the sandbox; `sandbox` in `DATA_DIR` unless set.',
    only: 'sandbox',
    parse: format.text,
  },
  sandboxWorld: {
    name: 'SANDBOX_WORLD',
    what: 'The `world.json` of a running sandbox to join, instead of starting one.',
    only: 'sandbox',
    parse: format.text,
  },
  sandboxBlockMs: {
    name: 'SANDBOX_BLOCK_MS',
    what: 'Milliseconds between blocks on the chains of the sandbox.',
    only: 'sandbox',
    default: '1000',
    parse: format.integer(10, 60_000),
  },
  sandboxKillAt: {
    name: 'SANDBOX_KILL_AT',
    what: 'For fault tests: the moment in the life of a payment at which the process kills itself.',
    only: 'sandbox',
    parse: format.oneOf(...checkpoints),
  },
  mppSecrets: {
    name: 'MPP_SECRET',
    what: 'Secrets of 32 characters or more, separated by commas, from which challenge ids are made: the first makes them, all are good. Made and kept in `DATA_DIR` unless set; instances that share a ledger must share it.',
    default: '',
    secret: true,
    parse: format.list(format.hmacSecret),
  },
  mppBareHash: {
    name: 'MPP_BARE_HASH',
    what: 'Whether a transaction hash without a proof of its payer is taken, first come first served: accept or refuse.',
    default: 'accept',
    parse: format.oneOf('accept', 'refuse'),
  },
  theftLossPerDay: {
    name: 'THEFT_LOSS_USD_PER_DAY',
    what: 'What may be answered a day, in dollars, to payers whose transaction hash somebody else used first.',
    default: '1',
    parse: format.decimal(6, '1000000'),
  },
  contacts: {
    name: 'CONTACT',
    what: 'Where people reach you about this service: e-mail addresses or https addresses, the first choice first, separated by commas. It stands in `/openapi.json` and makes `/.well-known/security.txt`.',
    default: { sandbox: 'operator@sandbox.localhost', live: '' },
    parse: format.list(format.contact),
  },
  ownershipProofs: {
    name: 'OWNERSHIP_PROOFS',
    what: 'EIP-191 signatures of the origin of `PUBLIC_URL` by `PAY_TO`, separated by commas, with which directories see that both are yours.',
    default: '',
    parse: format.list(format.signature),
  },
  identities: {
    name: 'AGENT_IDENTITIES',
    what: 'Your entries in ERC-8004 registries, such as `eip155:8453:0x…/12`, separated by commas: they prove `/.well-known/agent-registration.json`.',
    default: '',
    parse: format.list(format.agentIdentity),
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    what: 'Bearer token that `/metrics` asks for. With `MODE=live` there is no `/metrics` without it.',
    secret: true,
    parse: format.longSecret,
  },
  shutdownSeconds: {
    name: 'SHUTDOWN_SECONDS',
    what: 'How long the process may take to end in order.',
    default: '30',
    parse: format.integer(1, 600),
  },
} as const satisfies Record<string, Setting<unknown>>

/** Settings of `farthing pay`, which is a client and needs none of the others. */
const walletSettings = {
  walletKey: {
    name: 'WALLET_KEY',
    what: 'Private key with which `farthing pay` and `farthing mcp --wallet` pay.',
    secret: true,
    parse: format.privateKey,
  },
} as const satisfies Record<string, Setting<unknown>>

type RpcSetting = Extract<keyof typeof settings, `rpcUrl${string}`>
type Values = Omit<SettingValues<typeof settings>, RpcSetting | 'mode'>

interface Derived {
  /** JSON-RPC nodes by network slug; empty in the sandbox, which has its own. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>
  /** The text of every secret that was given, for the log to blot out. */
  readonly secrets: readonly string[]
}

export type SandboxConfig = Values & Derived & { readonly mode: 'sandbox' }
export type LiveConfig = Values & Derived & { readonly mode: 'live'; readonly publicUrl: string; readonly payTo: Hex }
/** Amounts are bigint: gas in gwei, shares and fees in basis points, euro in cents. Times are in the unit that the name says. */
export type Config = SandboxConfig | LiveConfig

/** Everything that is wrong with the settings, at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly errors: readonly string[]

  constructor(errors: readonly string[]) {
    super(
      `${errors.length === 1 ? 'One setting is' : `${errors.length} settings are`} wrong:\n${errors.map((error) => `- ${error}`).join('\n')}`,
    )
    this.errors = errors
  }
}

/** @throws ConfigError naming everything that is wrong. */
export function loadConfig(env: Environment = process.env): Config {
  const mode: Mode = env['MODE']?.trim() === 'live' ? 'live' : 'sandbox'
  const { values, errors, secrets } = readSettings(settings, env, mode)
  const nodes = networkSlugs.flatMap((slug) => {
    const urls = values[rpcSetting(slug)]
    return urls === null ? [] : [[slug, urls] as const]
  })
  const missing = mode === 'live' && nodes.length === 0 && !errors.some((error) => error.startsWith('RPC_URL_'))
  const all = missing
    ? [...errors, 'RPC_URL_BASE or another RPC_URL_… is required with MODE=live: without a node no network can be paid on']
    : errors
  if (all.length > 0) throw new ConfigError(all)
  return { ...values, mode, rpcUrls: new Map(nodes), secrets } as Config
}

function rpcSetting(slug: (typeof networkSlugs)[number]): RpcSetting {
  return `rpcUrl${slug.charAt(0).toUpperCase()}${slug.slice(1)}` as RpcSetting
}

export interface WalletConfig {
  readonly walletKey: Hex | null
}

/** @throws ConfigError */
export function loadWalletConfig(env: Environment = process.env): WalletConfig {
  const { values, errors } = readSettings(walletSettings, env, 'live')
  if (errors.length > 0) throw new ConfigError(errors)
  return values
}

/** The file that `WALLET_KEY` is read from, for those who look at more than its text; null where there is none. */
export function walletKeyFile(env: Environment = process.env): string | null {
  return env['WALLET_KEY_FILE']?.trim() || null
}

/** The table of settings in the README. */
export function settingsTable(): string {
  return settingsMarkdown([...Object.values(settings), ...Object.values(walletSettings)])
}

/** The settings for `--help`. */
export function settingsHelp(): string {
  return settingsText([...Object.values(settings), ...Object.values(walletSettings)])
}
