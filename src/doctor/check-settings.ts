import { settingVariables, type Config } from '../config/config.ts'
import { unknownSettings } from '../config/unknown-settings.ts'
import { counted, findingsOf, type Finding } from '../goods/finding.ts'
import type { Environment, Setting } from '../ops/setting.ts'
import { readSourceNames } from '../ops/source-names-file.ts'
import { nearestName } from '../shared/nearest-name.ts'

const settings = findingsOf('settings')

/** What the finding is about that says that a sandbox was looked at. */
export const lookedAtMode = 'MODE'

export interface SettingsRead {
  readonly env: Environment
  readonly config: Config
  /** What is wrong with single settings, each beginning with its name. */
  readonly errors: readonly string[]
  readonly offerIds: readonly string[]
  /** The settings of the lines that are sold. */
  readonly ofLines: readonly Setting<unknown>[]
  /** The ids of the sources of the lines that are sold. */
  readonly sourcesOfLines: readonly string[]
}

/** What is wrong with the settings by themselves: values, names that nothing reads, and names in them that nothing has. */
export function checkSettings(read: SettingsRead): readonly Finding[] {
  const known = new Set(settingVariables(read.ofLines))
  const given = Object.keys(read.env).filter((name) => known.has(name) && read.env[name]?.trim())
  const sandbox = read.config.mode === 'sandbox' ? [lookedAtSandbox(given.length)] : []
  const found = [
    ...read.errors.map((error) => refused(error, read.env)),
    ...unknownSettings(read.env, read.ofLines).map(({ name, nearest }) =>
      nearest === null
        ? settings.warning(`${name} is not a setting of this version`, `remove ${name}; farthing --settings lists all of them`, name)
        : settings.warning(`${name} is not a setting, so nothing reads it`, `rename it: did you mean ${nearest}?`, name),
    ),
    ...unknownNames(read),
  ]
  if (found.length > 0) return [...sandbox, ...found]
  return [...sandbox, settings.ok(`${counted(given.length, 'setting')} set, all of them understood`)]
}

/** Else an operator whose settings are elsewhere, as in a unit, would read "All is well" of a live service. */
function lookedAtSandbox(given: number): Finding {
  const why = given === 0 ? 'no settings are given here' : 'MODE is not live'
  const live = 'for a live service give its settings: farthing doctor --env-file <file>, or deploy/farthingctl doctor'
  return settings.ok(`${why}, so this looks at a sandbox; ${live}`, lookedAtMode)
}

/** The message of a setting says what would be right; for a file that is open to others it says the command. */
function refused(error: string, env: Environment): Finding {
  const [name = ''] = error.split(' ')
  const file = env[`${name}_FILE`]?.trim()
  const fix = error.includes('open to other users')
    ? `chmod 600 ${file}`
    : error.includes('applies only with') || error.includes('is required with') || error.includes('exclude each other')
      ? `the service does not start before ${name} is put right`
      : `correct ${name}; farthing --settings tells what it takes`
  return settings.fault(error, fix, name)
}

function unknownNames({ config, offerIds, sourcesOfLines }: SettingsRead): readonly Finding[] {
  const { sourcesAcceptedFile, sourcesAccepted, sourcesDisabled, firstCallCharged, settleFirst } = config
  const sources = (setting: string, given: readonly string[] | null) => unknownIn(setting, given, { names: sourcesOfLines, what: 'source' })
  const offers = (setting: string, given: readonly string[] | null) => unknownIn(setting, given, { names: offerIds, what: 'offer' })
  return [
    ...sources('SOURCES_ACCEPTED', sourcesAccepted),
    ...sources('SOURCES_ACCEPTED_FILE', sourcesAcceptedFile === null ? [] : [...readSourceNames(sourcesAcceptedFile)]),
    ...sources('SOURCES_DISABLED', sourcesDisabled),
    ...offers('FIRST_CALL_CHARGED', firstCallCharged),
    ...offers('SETTLE_FIRST', settleFirst),
  ]
}

/** An unknown offer stops the start; an unknown source leaves a source off, or on, against the operator's will. */
function unknownIn(
  setting: string,
  given: readonly string[] | null,
  { names, what }: { readonly names: readonly string[]; readonly what: 'source' | 'offer' },
): readonly Finding[] {
  return (given ?? [])
    .filter((name) => !names.includes(name))
    .map((name) => {
      const nearest = nearestName(name, names)
      const fix = nearest === null ? `remove it; the ${what}s are ${names.join(', ')}` : `write ${nearest} instead`
      const found = `${setting} names ${name}, and there is no such ${what}`
      return what === 'offer' ? settings.fault(`${found}: the service does not start`, fix, setting) : settings.fault(found, fix, setting)
    })
}
