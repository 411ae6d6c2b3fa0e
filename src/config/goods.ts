import { readSettings, SettingError, type Environment, type Setting } from '../ops/setting.ts'
import type { Mode } from '../shared/mode.ts'
import { settingVariables } from './config.ts'

/** A setting as a line of goods declares it. */
export interface DeclaredSetting {
  readonly name: string
  readonly what: string
  readonly default?: string | Readonly<Record<Mode, string>>
  readonly secret: boolean
  /** All variables whose names begin with this one. */
  readonly family?: boolean
  readonly parse: (text: string) => unknown
}

export interface GoodsSettings {
  readonly values: Readonly<Record<string, unknown>>
  readonly errors: readonly string[]
  /** The text of every secret, for the log to redact. */
  readonly secrets: readonly string[]
}

/** Reads the settings that a line declares. A name that is one of ours is an error: it would change the service. */
export function readGoodsSettings(
  line: string,
  declared: Readonly<Record<string, DeclaredSetting>>,
  mode: Mode,
  env: Environment = process.env,
): GoodsSettings {
  const ours = new Set(settingVariables())
  const taken = Object.values(declared).filter(({ name }) => ours.has(name))
  const entries = Object.entries(declared)
  const plain = entries.filter(([, { family }]) => family !== true)
  const table = Object.fromEntries(plain.map(([key, one]) => [key, { ...one, parse: parserOf(one) } satisfies Setting<unknown>]))
  const read = readSettings(table, env, mode)
  const families = entries.filter(([, { family }]) => family === true).map(([key, { name }]) => [key, readFamily(name, mode, env)] as const)
  const secrets = [...read.secrets, ...families.flatMap(([, family]) => family.secrets)]
  const errors = [...read.errors, ...families.flatMap(([, family]) => family.errors)]
  return {
    values: { ...read.values, ...Object.fromEntries(families.map(([key, { values }]) => [key, values])) },
    secrets,
    errors: [...taken.map(({ name }) => `${name} is a setting of the service, and the line ${line} declares it too`), ...errors],
  }
}

/** All secrets whose names begin like this, given directly or as files. */
function readFamily(prefix: string, mode: Mode, env: Environment) {
  const names = Object.keys(env).filter((name) => name.startsWith(prefix) && env[name]?.trim())
  const bare = [...new Set(names.map((name) => name.replace(/_FILE$/, '')))].filter((name) => name.length > prefix.length)
  const table = Object.fromEntries(
    bare.map((name) => [name, { name, what: '', secret: true, parse: (text: string) => text } satisfies Setting<unknown>]),
  )
  const { values, errors, secrets } = readSettings(table, env, mode)
  const given = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { values: new Map(given) as ReadonlyMap<string, string>, errors, secrets }
}

/** What a line throws says what was expected; the value of a secret is not repeated. */
function parserOf({ parse, secret }: DeclaredSetting): (text: string) => unknown {
  return (text) => {
    try {
      return parse(text)
    } catch (error) {
      const said = error instanceof Error ? error.message : ''
      throw new SettingError(said === '' || (secret && said.includes(text)) ? 'has a value that its line does not take' : said)
    }
  }
}
