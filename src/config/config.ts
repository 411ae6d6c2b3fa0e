import { callerSettings } from './callers.ts'
import { deskErrors, deskSettings } from './desk.ts'
import { earlySettings } from './early.ts'
import { identitySettings } from './identity.ts'
import { ledgerSettings } from './ledger.ts'
import { llmErrors, llmSettings } from './llm.ts'
import { hookSettings } from './hooks.ts'
import { mailErrors, mailSettings } from './mail.ts'
import { mppSettings } from './mpp.ts'
import { networkSlugs } from '../shared/network-slugs.ts'
import { networkSettings } from './networks.ts'
import { operatingSettings } from './operating.ts'
import { refundSettings } from './refunds.ts'
import { engineSettings } from './engines.ts'
import { sandboxSettings } from './sandbox.ts'
import { serviceSettings } from './service.ts'
import { settlingSettings } from './settling.ts'
import { sourceSettings } from './sources.ts'
import { walletSettings } from './wallet.ts'
import { isLoopback } from '../ops/setting-formats.ts'
import { readSettings, type Environment, type Setting, type SettingValues } from '../ops/setting.ts'
import type { Mode } from '../shared/mode.ts'
import { settingsMarkdown, settingsText } from '../ops/settings-document.ts'
import type { Hex } from '../shared/bytes.ts'

/** Every setting of the service; `config/` declares each by area. docs/settings.md and the help text are made from it, in this order. */
const settings = {
  ...serviceSettings,
  ...ledgerSettings,
  ...networkSettings,
  ...callerSettings,
  ...settlingSettings,
  ...refundSettings,
  ...earlySettings,
  ...sourceSettings,
  ...engineSettings,
  ...llmSettings,
  ...sandboxSettings,
  ...mppSettings,
  ...hookSettings,
  ...mailSettings,
  ...identitySettings,
  ...operatingSettings,
  ...deskSettings,
} as const satisfies Record<string, Setting<unknown>>

type RpcSetting = Extract<keyof typeof settings, `rpcUrl${string}` | `readRpcUrl${string}`>
type Values = Omit<SettingValues<typeof settings>, RpcSetting | 'mode' | 'drainSeconds'>

interface Derived {
  /** JSON-RPC nodes by network slug; empty in the sandbox, which starts its own. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>
  /** JSON-RPC nodes that a sandbox with real data reads, by network slug. */
  readonly readRpcUrls: ReadonlyMap<string, readonly string[]>
  readonly drainSeconds: number
  /** The text of every secret, so that the log can redact it. */
  readonly secrets: readonly string[]
}

export type SandboxConfig = Values & Derived & { readonly mode: 'sandbox' }
export type LiveConfig = Values & Derived & { readonly mode: 'live'; readonly publicUrl: string; readonly payTo: Hex }
/** Amounts are bigint: gas in gwei, shares and fees in basis points, euro in cents. Names of times end with their unit. */
export type Config = SandboxConfig | LiveConfig

/** All errors of the settings at once. */
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

/** With a shared ledger, a balancer needs a moment to send calls to other instances. A single instance has no other to send them to. */
const sharedDrainSeconds = 5

/** @throws ConfigError with every error. */
export function loadConfig(env: Environment = process.env): Config {
  const { config, errors } = readConfig(env)
  if (errors.length > 0) throw new ConfigError(errors)
  return config
}

/** The settings, and everything that is wrong with them. Where there are errors, a value may be null that never is otherwise. */
export function readConfig(env: Environment = process.env): { readonly config: Config; readonly errors: readonly string[] } {
  const mode: Mode = env['MODE']?.trim() === 'live' ? 'live' : 'sandbox'
  const { values, errors, secrets } = readSettings(settings, env, mode)
  const nodes = nodesOf(values, 'rpcUrl')
  const readNodes = nodesOf(values, 'readRpcUrl')
  const hasRealData = mode === 'sandbox' && values.sandboxSources === 'live'
  const missing = mode === 'live' && nodes.size === 0 && !errors.some((error) => error.startsWith('RPC_URL_'))
  const all = hasRealData ? errors.map(namingReadSetting) : [...errors]
  if (missing) all.push('RPC_URL_BASE or another RPC_URL_… is required with MODE=live: without a node there is no network to pay on')
  if (values.facilitatorUrl !== null && values.signerKeys !== null)
    all.push('FACILITATOR_URL and SIGNER_KEY exclude each other: set only one of them')
  if (values.facilitatorUrl !== null && values.remoteSigners !== null)
    all.push('FACILITATOR_URL and REMOTE_SIGNERS exclude each other: set only one of them')
  // One instance makes a challenge and another one is paid for it, so they cannot each create their own secret.
  if (values.databaseUrl !== null && !errors.some((error) => error.startsWith('MPP_SECRET ')) && values.mppSecrets.length === 0)
    all.push('MPP_SECRET is required with DATABASE_URL, the same for all instances that share the ledger')
  if (values.workers > 1 && values.databaseUrl === null && !errors.some((error) => error.startsWith('DATABASE_URL ')))
    all.push('WORKERS above 1 needs DATABASE_URL: a ledger in a file belongs to one process')
  if ((values.hookUrl === null) !== (values.hookSecrets === null) && !errors.some((error) => error.startsWith('HOOK_')))
    all.push('HOOK_URL and HOOK_SECRET belong together: set both, or none')
  if (!errors.some((error) => /^(?:SMTP|MAIL)_/.test(error))) all.push(...mailErrors(values))
  // The sandbox uses the real chain ids and token addresses, so its authorizations are valid on the real chains too.
  if (mode === 'sandbox' && values.facilitatorUrl !== null && !isLoopback(new URL(values.facilitatorUrl).hostname))
    all.push('FACILITATOR_URL must be on this machine unless MODE=live: payments signed in the sandbox must not reach a real chain')
  if (mode === 'sandbox' && values.sandboxPublic === 'no' && !isLoopback(values.host) && values.host !== '::1')
    all.push(
      'HOST must be an address of this machine only, such as 127.0.0.1, unless SANDBOX_PUBLIC=yes: a sandbox has switches for anybody',
    )
  if (!errors.some((error) => error.startsWith('OPERATOR_'))) all.push(...deskErrors(values))
  all.push(...realDataErrors(values, { mode, readNodes: [...readNodes.keys()] }))
  if (!errors.some((error) => error.startsWith('LLM_')))
    all.push(...llmErrors(values, { isPublicSandbox: mode === 'sandbox' && values.sandboxPublic === 'yes' }))
  const drainSeconds = values.drainSeconds ?? (values.databaseUrl === null ? 0 : sharedDrainSeconds)
  return { config: { ...values, mode, drainSeconds, rpcUrls: nodes, readRpcUrls: readNodes, secrets } as Config, errors: all }
}

/** The names of all variables that are read, those of files with secrets included. @param ofLines the settings of lines of goods */
export function settingVariables(ofLines: readonly Setting<unknown>[] = []): readonly string[] {
  return every(ofLines).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]))
}

/** Those of the service, then those of lines of goods, then those of a payer. */
function every(ofLines: readonly Setting<unknown>[]): readonly Setting<unknown>[] {
  return [...Object.values(settings), ...ofLines, ...Object.values(walletSettings)]
}

/** The names of the variables that hold a secret themselves. */
export function secretVariables(): readonly string[] {
  const all: readonly Setting<unknown>[] = [...Object.values(settings), ...Object.values(walletSettings)]
  return all.filter(({ secret }) => secret).map(({ name }) => name)
}

function nodesOf(values: SettingValues<typeof settings>, setting: 'rpcUrl' | 'readRpcUrl'): ReadonlyMap<string, readonly string[]> {
  return new Map(
    networkSlugs.flatMap((slug) => {
      const urls = values[`${setting}${slug.charAt(0).toUpperCase()}${slug.slice(1)}` as RpcSetting]
      return urls === null ? [] : [[slug, urls] as const]
    }),
  )
}

/** A node for payments is refused there, and what the operator wants is a node to read from. */
function namingReadSetting(error: string): string {
  return error.startsWith('RPC_URL_') && error.includes('applies only with MODE=live')
    ? `${error}; READ_${error.split(' ')[0]} names nodes to read from`
    : error
}

/** What is wrong with the settings of a sandbox that answers from real data. */
function realDataErrors(
  { sandboxSources, sandboxPublic }: Pick<SettingValues<typeof settings>, 'sandboxSources' | 'sandboxPublic'>,
  { mode, readNodes }: { readonly mode: Mode; readonly readNodes: readonly string[] },
): readonly string[] {
  if (mode === 'live') return []
  if (sandboxSources !== 'live') {
    return readNodes.map((slug) => `READ_RPC_URL_${slug.toUpperCase()} applies only with SANDBOX_SOURCES=live: set that too, or remove it`)
  }
  // The terms of sources and the limits of their free plans are the operator's, and play money is for anybody.
  return sandboxPublic === 'yes'
    ? ['SANDBOX_PUBLIC=yes and SANDBOX_SOURCES=live exclude each other: anybody would get real data for play money']
    : []
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

/** Settings for moving a ledger; the other settings of the service are not checked. @throws ConfigError */
export function loadMoveConfig(env: Environment = process.env): MoveConfig {
  const { values, errors } = readSettings({ dataDir: serviceSettings.dataDir, databaseUrl: ledgerSettings.databaseUrl }, env, 'live')
  if (errors.length > 0) throw new ConfigError(errors)
  return values
}

/** After how many days client addresses are erased by themselves; null: only on order. @throws ConfigError */
export function loadClientAddressDays(env: Environment = process.env): number | null {
  const { values, errors } = readSettings({ clientAddressDays: callerSettings.clientAddressDays }, env, 'live')
  if (errors.length > 0) throw new ConfigError(errors)
  return values.clientAddressDays
}

export interface KeyFiles {
  /** The files of secrets, null where a secret is in none. */
  readonly signer: string | null
  readonly retiring: string | null
  readonly mpp: string | null
  readonly token: string | null
  readonly refund: string | null
  readonly wallet: string | null
  /** MPP_SECRET is given, so the service keeps none of its own. */
  readonly mppGiven: boolean
}

/** Where the secrets are that `farthing keys` makes and rotates. */
export function loadKeyFiles(env: Environment = process.env): KeyFiles {
  const file = (name: string) => env[`${name}_FILE`]?.trim() || null
  return {
    signer: file(networkSettings.signerKeys.name),
    retiring: file(networkSettings.signerKeysRetiring.name),
    mpp: file(mppSettings.mppSecrets.name),
    token: file(operatingSettings.metricsTokens.name),
    refund: file(refundSettings.refundKey.name),
    wallet: file(walletSettings.walletKey.name),
    mppGiven: Boolean(env[mppSettings.mppSecrets.name]?.trim()),
  }
}

/** The table of docs/settings.md. @param ofLines the settings of lines of goods */
export function settingsTable(ofLines: readonly Setting<unknown>[] = []): string {
  return settingsMarkdown(every(ofLines))
}

/** The settings for `--settings`. @param ofLines the settings of lines of goods */
export function settingsHelp(ofLines: readonly Setting<unknown>[] = []): string {
  return settingsText(every(ofLines))
}
