import type { Mode } from '../shared/mode.ts'

type DefaultText = string | Readonly<Record<Mode, string>>

/** A setting of a line of goods, as an operator gives it in the environment. */
export interface LineSetting<Value = unknown> {
  /** The name of its variable, `TIDES_KEY`. */
  readonly name: string
  /** What it decides, in one sentence. */
  readonly what: string
  /** Written as in the environment; one for both modes, or one for each. A sandbox with real data has that of live mode. */
  readonly default?: DefaultText
  /** Never shown, and redacted in the log. It may be given as a file too, named in `<NAME>_FILE`. */
  readonly secret: boolean
  /** All variables whose names begin with this one; the value is a map from their names. */
  readonly family?: boolean
  readonly parse: (text: string) => Value
}

interface SettingOptions<Value> {
  readonly default?: DefaultText
  readonly secret?: boolean
  /** @throws Error whose message continues the name of the variable: "must be a whole number" */
  readonly parse: (text: string) => Value
}

/**
 * Declares a setting of a line. Its value is what `parse` returns, or the text itself; null where it is neither given nor has a default.
 * @param name the variable: capitals, digits and underscores, with the name of the line in front
 * @param what what it decides, in one sentence
 */
export function setting<Value>(
  name: string,
  what: string,
  options: SettingOptions<Value> & { readonly default: DefaultText },
): LineSetting<Value> & { readonly default: DefaultText }
export function setting(
  name: string,
  what: string,
  options: Omit<SettingOptions<string>, 'parse'> & { readonly default: string; readonly parse?: undefined },
): LineSetting<string> & { readonly default: string }
export function setting(
  name: string,
  what: string,
  options?: Omit<SettingOptions<string>, 'parse'> & { readonly parse?: undefined },
): LineSetting<string>
export function setting<Value>(name: string, what: string, options: SettingOptions<Value>): LineSetting<Value>
export function setting(name: string, what: string, options: Partial<SettingOptions<unknown>> = {}): LineSetting {
  return {
    name,
    what,
    secret: options.secret ?? false,
    parse: options.parse ?? ((text) => text),
    ...(options.default === undefined ? {} : { default: options.default }),
  }
}

/**
 * Declares secrets whose names are not known before: all variables that begin with `prefix`, each of them or its file in `<NAME>_FILE`. The
 * value is a map from names to secrets.
 */
export function secretFamily(prefix: string, what: string): LineSetting<ReadonlyMap<string, string>> {
  return { name: prefix, what, secret: true, family: true, parse: () => new Map() }
}
