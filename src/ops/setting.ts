import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Mode } from '../shared/mode.ts'

/** One setting that an operator may give in the environment. */
export interface Setting<Value> {
  /** The name of its variable. A secret one may be given as a file too, named in `<NAME>_FILE`. */
  readonly name: string
  /** What it decides, in a sentence. */
  readonly what: string
  /** As written in the environment; one for both modes, or one for each. */
  readonly default?: string | Readonly<Record<Mode, string>>
  /** Never shown, and redacted in the log. */
  readonly secret?: boolean
  /** The secrets inside the text of a secret setting, where that holds more than a list of them. */
  readonly secretParts?: (text: string) => readonly string[]
  /** Applies in this mode only; setting it in the other mode is an error. */
  readonly only?: Mode
  /** Required in this mode. */
  readonly required?: Mode
  /** @throws SettingError saying what was expected. The message of a secret setting must not repeat its value. */
  readonly parse: (text: string) => Value
}

/** What is wrong with the value of a setting. The message continues its name: "must be …". */
export class SettingError extends Error {}

/** A setting with a default always has a value; one without is null when it is not given. */
export type SettingValue<S> = S extends { parse: (text: string) => infer Value }
  ? S extends { default: unknown }
    ? Value
    : Value | null
  : never
export type SettingValues<Table> = { readonly [Key in keyof Table]: SettingValue<Table[Key]> }

export type Environment = Readonly<Record<string, string | undefined>>

export interface SettingsReading<Table> {
  /** Complete only when there are no errors. */
  readonly values: SettingValues<Table>
  readonly errors: readonly string[]
  /** The text of every secret that was given, for the log to blot out. */
  readonly secrets: readonly string[]
}

/** Reads a table of settings from the environment. It collects all errors instead of stopping at the first. An empty variable counts as not set. */
export function readSettings<const Table extends Readonly<Record<string, Setting<unknown>>>>(
  table: Table,
  env: Environment,
  mode: Mode,
): SettingsReading<Table> {
  const errors: string[] = []
  const secrets: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(table)) {
    values[key] = null
    try {
      const given = givenText(setting, env)
      if (given !== undefined && setting.secret)
        secrets.push(given, ...given.split(',').map((part) => part.trim()), ...(setting.secretParts?.(given) ?? []))
      const text = checkMode(setting, given, mode) ?? defaultText(setting, mode)
      if (text !== undefined) values[key] = setting.parse(text)
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      errors.push(`${setting.name} ${error.message}`)
    }
  }
  return { values: values as SettingValues<Table>, errors, secrets: [...new Set(secrets)] }
}

/** The default of a setting in this mode, as text. */
export function defaultText(setting: Setting<unknown>, mode: Mode): string | undefined {
  return typeof setting.default === 'object' ? setting.default[mode] : setting.default
}

function checkMode(setting: Setting<unknown>, given: string | undefined, mode: Mode): string | undefined {
  if (given !== undefined && setting.only !== undefined && setting.only !== mode) {
    throw new SettingError(`applies only with MODE=${setting.only}: set MODE=${setting.only}, or remove it`)
  }
  if (given === undefined && setting.required === mode) throw new SettingError(`is required with MODE=${mode}`)
  return given
}

function givenText({ name, secret }: Setting<unknown>, env: Environment): string | undefined {
  const direct = env[name]?.trim() || undefined
  const file = secret ? env[`${name}_FILE`]?.trim() || undefined : undefined
  if (file === undefined) return direct
  if (direct !== undefined) throw new SettingError(`is set twice, directly and as ${name}_FILE: keep one`)
  return readSecretFile(name, file, env['CREDENTIALS_DIRECTORY'])
}

/** @param credentials where systemd puts credentials: only the service may enter, and files may show its access list as bits of a group */
function readSecretFile(name: string, path: string, credentials: string | undefined): string {
  let text: string
  try {
    const mode = statSync(path).mode & 0o777
    const others = credentials !== undefined && dirname(resolve(path)) === resolve(credentials) ? 0o037 : 0o077
    if ((mode & others) !== 0) {
      const found = mode.toString(8).padStart(3, '0')
      throw new SettingError(`is in a file that is open to other users (mode ${found}): chmod 600 the file in ${name}_FILE`)
    }
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof SettingError) throw error
    const code = (error as { code?: unknown }).code
    throw new SettingError(`can't be read from the file in ${name}_FILE${typeof code === 'string' ? ` (${code})` : ''}`)
  }
  if (text === '') throw new SettingError(`is empty in the file in ${name}_FILE`)
  return text
}
