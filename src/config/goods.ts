import { readSettings, SettingError, type Environment, type Setting } from '../ops/setting.ts'
import type { Mode } from '../shared/mode.ts'
import { settingVariables } from './config.ts'

/** A setting as a line of goods declares it. */
export interface DeclaredSetting {
  readonly name: string
  readonly what: string
  readonly default?: string
  readonly secret: boolean
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
  const table = Object.fromEntries(
    Object.entries(declared).map(([key, one]) => [key, { ...one, parse: parserOf(one) } satisfies Setting<unknown>]),
  )
  const { values, errors, secrets } = readSettings(table, env, mode)
  return {
    values,
    secrets,
    errors: [...taken.map(({ name }) => `${name} is a setting of the service, and the line ${line} declares it too`), ...errors],
  }
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
