import type { Environment, Setting } from '../ops/setting.ts'
import { nearestName } from '../shared/nearest-name.ts'
import { settingVariables } from './config.ts'

/** A variable of the environment that looks like a setting and is none. */
export interface UnknownSetting {
  readonly name: string
  /** The setting that was probably meant; null where none is near. */
  readonly nearest: string | null
}

/** Every variable that begins like this is meant for this program. */
const families = ['RPC_URL_', 'READ_RPC_URL_', 'SOURCES_', 'GAS_COIN_']

/**
 * Variables that nothing reads, though an operator who set them expects that. An environment holds many variables of others, so
 * only names of our families and names that differ from a setting by slips of the keys are reported.
 * @param ofLines the settings of lines of goods
 */
export function unknownSettings(env: Environment = process.env, ofLines: readonly Setting<unknown>[] = []): readonly UnknownSetting[] {
  const known = new Set(settingVariables(ofLines))
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || !env[name]?.trim()) return []
    const nearest = nearestName(name, known)
    return nearest !== null || families.some((family) => name.startsWith(family)) ? [{ name, nearest }] : []
  })
}

/** `RPC_URL_POLYGN is not a setting: did you mean RPC_URL_POLYGON?` */
export function unknownSettingText({ name, nearest }: UnknownSetting): string {
  return `${name} is not a setting${nearest === null ? ' of this version' : `: did you mean ${nearest}?`}`
}
