import { callerSettings } from './callers.ts'
import { deskErrors, deskSettings } from './desk.ts'
import { earlySettings } from './early.ts'
import { identitySettings } from './identity.ts'
import { ledgerSettings } from './ledger.ts'
import { llmErrors, llmSettings } from './llm.ts'
import { hookSettings } from './hooks.ts'
import { mailErrors, mailSettings } from './mail.ts'
import { mppSettings } from './mpp.ts'
import { networks, nodeSetting } from '../chain/networks.ts'
import { knowNetworks } from './network-files.ts'
import { networkSettings, nodeSettings, readNodeSettings } from './networks.ts'
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

const settingsOfMoney = {
  ...serviceSettings,
  ...ledgerSettings,
  ...networkSettings,
} as const satisfies Record<string, Setting<unknown>>

/** Every setting of the service but those of nodes; `config/` declares each by area. */
const settings = {
  ...settingsOfMoney,
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

type Values = Omit<SettingValues<typeof settings>, 'mode' | 'drainSeconds'>

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

/** Adds the networks that settings declare to those that this process knows. Every command does it first. Returns what is wrong. */
export function learnNetworks(env: Environment = process.env): readonly string[] {
  return knowNetworks(env, [networkSettings.extraNetworks.name, sandboxSettings.sandboxNetworks.name])
}

/** The settings, and everything that is wrong with them. Where there are errors, a value may be null that never is otherwise. */
export function readConfig(env: Environment = process.env): { readonly config: Config; readonly errors: readonly string[] } {
  const mode: Mode = env['MODE']?.trim() === 'live' ? 'live' : 'sandbox'
  // A network that settings declare brings settings of its own.
  const ofNetworks = learnNetworks(env)
  const read = readSettings(settings, env, mode)
  const { values } = read
  const [ofNodes, ofReadNodes] = [readSettings(nodeSettings(), env, mode), readSettings(readNodeSettings(), env, mode)]
  const errors = [...new Set([...ofNetworks, ...read.errors, ...ofNodes.errors, ...ofReadNodes.errors])]
  const secrets = [...new Set([...read.secrets, ...ofNodes.secrets, ...ofReadNodes.secrets])]
  const [nodes, readNodes] = [givenNodes(ofNodes.values), givenNodes(ofReadNodes.values)]
  const hasRealData = mode === 'sandbox' && values.sandboxSources === 'live'
  const missing = mode === 'live' && nodes.size === 0 && !errors.some((error) => error.startsWith('RPC_URL_'))
  const all = hasRealData ? errors.map(namingReadSetting) : [...errors]
  all.push(...testMoneyErrors(nodes))
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
  all.push(...realDataErrors(values, { mode, readNodes: [...readNodes.keys()].map((slug) => `READ_${nodeSetting({ slug })}`) }))
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
  return [...ofService(), ...ofLines, ...Object.values(walletSettings)]
}

/** docs/settings.md and the help text are made from them, in this order. */
function ofService(): readonly Setting<unknown>[] {
  const nodes = [nodeSettings(), readNodeSettings()].flatMap((bySlug) => Object.values(bySlug))
  const { length } = Object.values(settingsOfMoney)
  return [...Object.values(settingsOfMoney), ...nodes, ...Object.values(settings).slice(length)]
}

/** The names of the variables that hold a secret themselves. */
export function secretVariables(): readonly string[] {
  return every([])
    .filter(({ secret }) => secret)
    .map(({ name }) => name)
}

function givenNodes(values: Readonly<Record<string, readonly string[] | null>>): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(values).flatMap(([slug, urls]) => (urls === null ? [] : [[slug, urls] as const])))
}

/** Money of a test network is worth nothing, so who pays there gets for nothing what others pay for. */
function testMoneyErrors(nodes: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const paid = networks.filter(({ slug }) => nodes.has(slug))
  const test = paid.find(({ testMoney }) => testMoney === true)
  const real = paid.find(({ testMoney }) => testMoney !== true)
  if (test === undefined || real === undefined) return []
  return [
    `${nodeSetting(test)} and ${nodeSetting(real)} exclude each other: the money of ${test.name} is worth nothing, and callers would get for it what they pay for on ${real.name}`,
  ]
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
    return readNodes.map((setting) => `${setting} applies only with SANDBOX_SOURCES=live: set that too, or remove it`)
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
