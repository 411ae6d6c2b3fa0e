import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testedRoutes, type TestedRoute } from './apertium-routes.ts'
import { createApertium, type ApertiumParts, type ApertiumSettings } from './create-apertium.ts'
import { readMode, type Stage } from './mode-file.ts'
import type { OpenedTranslator } from './translator.ts'

export interface OpenApertiumSettings extends Pick<ApertiumSettings, 'maxAtWork' | 'maxWaiting' | 'maxRunning' | 'stepMs'> {
  /** Where its data is: `modes/` has a file for each mode. */
  readonly directory: string
  /** Default: all that were measured. */
  readonly routes?: readonly TestedRoute[]
  /** Whether all ways between two languages are routes, and not only the best one. */
  readonly allWays?: boolean
}

/** Where packages put programs. */
const programDirectories = ['/usr/bin', '/usr/local/bin']

const maxModes = 1_000
const runFile = promisify(execFile)

/**
 * Apertium as it is installed here, with the tested routes for which all modes are there. Null where there is none; the log
 * says what to do. Nothing is started yet.
 */
export async function openApertium(settings: OpenApertiumSettings, parts: ApertiumParts): Promise<OpenedTranslator | null> {
  const { log } = parts
  const tested = settings.routes ?? testedRoutes
  const programs = await findPrograms()
  const wanted = new Set(tested.flatMap((route) => route.modes))
  const modes = programs === null ? new Map<string, readonly Stage[]>() : await readModes(settings.directory, programs, wanted)
  const possible = tested.filter((route) => route.modes.every((mode) => modes.has(mode)))
  const routes = settings.allWays === true ? possible : bestWays(possible)
  if (programs === null || routes.length === 0) {
    log.info({ directory: settings.directory }, 'Apertium is not installed, or no tested pair of it: no translation is sold')
    return null
  }
  const version = await versionOf(programs)
  log.info({ version, routes: routes.length }, 'texts are translated by Apertium')
  return createApertium({ ...settings, programs, modes, routes, version }, parts)
}

/** The route of each pair that was measured best. */
function bestWays(routes: readonly TestedRoute[]): readonly TestedRoute[] {
  const best = new Map<string, TestedRoute>()
  for (const route of routes) {
    const pair = `${route.path[0]}-${route.path.at(-1)}`
    const other = best.get(pair)
    if (!other || other.quality.chrf < route.quality.chrf) best.set(pair, route)
  }
  return [...best.values()]
}

async function findPrograms(): Promise<string | null> {
  for (const directory of programDirectories) if (await isExecutable(join(directory, 'lt-proc'))) return directory
  return null
}

/** The wanted modes that are installed and whose programs are there. */
async function readModes(directory: string, programs: string, wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly Stage[]>> {
  const modes = new Map<string, readonly Stage[]>()
  const files = await readdir(join(directory, 'modes')).catch(() => [])
  for (const file of files.slice(0, maxModes)) {
    const name = file.replace(/\.mode$/, '')
    if (name === file || !wanted.has(name)) continue
    const stages = readMode(await readFile(join(directory, 'modes', file), 'utf8'))
    if (stages && (await areExecutable(stages, programs))) modes.set(name, stages)
  }
  return modes
}

async function areExecutable(stages: readonly Stage[], programs: string): Promise<boolean> {
  const found = await Promise.all(stages.map(({ command }) => isExecutable(join(programs, command))))
  return found.every(Boolean)
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** As `apertium -V` says it: `Apertium 3.8.3`. */
async function versionOf(programs: string): Promise<string> {
  const said = await runFile(join(programs, 'apertium'), ['-V'], { timeout: 5_000, env: { PATH: '/usr/bin:/bin' } }).catch(() => null)
  return /\d[\d.]{0,20}/.exec(said?.stdout ?? '')?.[0] ?? 'unknown'
}
