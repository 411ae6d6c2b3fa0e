import { callerSettings } from './config/callers.ts'
import { identitySettings } from './config/identity.ts'
import { indexSettings } from './config/indexes.ts'
import { ledgerSettings } from './config/ledger.ts'
import { mppSettings } from './config/mpp.ts'
import { networkSlugs } from './config/network-slugs.ts'
import { networkSettings } from './config/networks.ts'
import { operatingSettings } from './config/operating.ts'
import { sandboxSettings } from './config/sandbox.ts'
import { serviceSettings } from './config/service.ts'
import { settlingSettings } from './config/settling.ts'
import { sourceSettings } from './config/sources.ts'
import { trustSettings } from './config/trust.ts'
import { walletSettings } from './config/wallet.ts'
import { isLoopback } from './ops/setting-formats.ts'
import { readSettings, type Environment, type Mode, type Setting, type SettingValues } from './ops/setting.ts'
import { settingsMarkdown, settingsText } from './ops/settings-document.ts'
import type { Hex } from './shared/bytes.ts'

/** Every setting of the service, each declared with its area in `config/`. The README's table and the help text are made from it, in this order. */
const settings = {
  ...serviceSettings,
  ...ledgerSettings,
  ...networkSettings,
  ...callerSettings,
  ...settlingSettings,
  ...sourceSettings,
  ...indexSettings,
  ...trustSettings,
  ...sandboxSettings,
  ...mppSettings,
  ...identitySettings,
  ...operatingSettings,
} as const satisfies Record<string, Setting<unknown>>

type RpcSetting = Extract<keyof typeof settings, `rpcUrl${string}`>
type Values = Omit<SettingValues<typeof settings>, RpcSetting | 'mode' | 'drainSeconds'>

interface Derived {
  /** JSON-RPC nodes by network slug; empty in the sandbox, which has its own. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>
  readonly drainSeconds: number
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

/** Who has a ledger of their own has nobody who could take the calls meanwhile; who shares one stands behind a balancer, which needs a moment. */
const drainSecondsOfSeveral = 5

/** @throws ConfigError naming everything that is wrong. */
export function loadConfig(env: Environment = process.env): Config {
  const mode: Mode = env['MODE']?.trim() === 'live' ? 'live' : 'sandbox'
  const { values, errors, secrets } = readSettings(settings, env, mode)
  const nodes = networkSlugs.flatMap((slug) => {
    const urls = values[rpcSetting(slug)]
    return urls === null ? [] : [[slug, urls] as const]
  })
  const missing = mode === 'live' && nodes.length === 0 && !errors.some((error) => error.startsWith('RPC_URL_'))
  const all = [...errors]
  if (missing) all.push('RPC_URL_BASE or another RPC_URL_… is required with MODE=live: without a node no network can be paid on')
  if (values.facilitatorUrl !== null && values.signerKeys !== null)
    all.push('FACILITATOR_URL and SIGNER_KEY exclude each other: one of them settles')
  // A challenge that one instance made is paid at another, so a secret that each makes for itself will not do.
  if (values.databaseUrl !== null && !errors.some((error) => error.startsWith('MPP_SECRET ')) && values.mppSecrets.length === 0)
    all.push('MPP_SECRET is required with DATABASE_URL, the same for all instances that share the ledger')
  if (values.workers > 1 && values.databaseUrl === null && !errors.some((error) => error.startsWith('DATABASE_URL ')))
    all.push('WORKERS above 1 needs DATABASE_URL: a ledger in a file has one process')
  // Authorizations for the sandbox are good on the real chains too, whose ids and token addresses it has.
  if (mode === 'sandbox' && values.facilitatorUrl !== null && !isLoopback(new URL(values.facilitatorUrl).hostname))
    all.push('FACILITATOR_URL must be on this machine without MODE=live: what is signed in the sandbox must not reach a real chain')
  if (all.length > 0) throw new ConfigError(all)
  const drainSeconds = values.drainSeconds ?? (values.databaseUrl === null ? 0 : drainSecondsOfSeveral)
  return { ...values, mode, drainSeconds, rpcUrls: new Map(nodes), secrets } as Config
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

export interface MoveConfig {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

/** For a ledger that is moved, whatever service it is of. @throws ConfigError */
export function loadMoveConfig(env: Environment = process.env): MoveConfig {
  const { values, errors } = readSettings({ dataDir: serviceSettings.dataDir, databaseUrl: ledgerSettings.databaseUrl }, env, 'live')
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
