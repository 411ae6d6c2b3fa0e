import { parseArgs } from 'node:util'
import type { Finding } from '../goods/finding.ts'
import type { Environment } from '../ops/setting.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { processEnvironment } from '../config/process-environment.ts'
import { lookedAtMode } from '../service/doctor/check-settings.ts'
import { examine } from '../service/doctor/doctor.ts'
import type { Entrances } from './entrances.ts'

export interface DoctorIo {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** The process's own unless given. */
  readonly env?: Environment
}

export const doctorHelp = `farthing doctor [options]: finds what is wrong with a set-up, and says how to mend it

  --json            everything that was found, as one JSON document
  --quick           leaves out what takes long: every page of the database, the patience of the proxy, browser, models and engines
  --ask-sources     sends one request to the address of each source that is on
  --env-file <file> a file of settings, one NAME=value a line; the environment overrides it
  --help            this text

Run it as the user of the service and with its settings; the service may run meanwhile. It changes nothing and pays nothing: it
reads settings, database and disk, asks the nodes, and asks PUBLIC_URL as a client does.
Exit code: 0 if all is well, 1 if something is to be mended, 2 for wrong usage. docs/operate/doctor.md explains each check.
`

const options = {
  json: { type: 'boolean' },
  quick: { type: 'boolean' },
  'ask-sources': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const processIo: DoctorIo = { out: (text) => void process.stdout.write(text), err: (text) => void process.stderr.write(text) }

/** `farthing doctor`; gives the exit code that its help documents. */
export async function doctorCommand(
  args: readonly string[],
  { ownLines, lineOfFile }: Pick<Entrances, 'ownLines'> & Partial<Pick<Entrances, 'lineOfFile'>>,
  io: DoctorIo = processIo,
): Promise<number> {
  const given = read(args)
  if (given === null || given.help) {
    ;(given === null ? io.err : io.out)(given === null ? `farthing doctor: unknown option or argument\n\n${doctorHelp}` : doctorHelp)
    return given === null ? 2 : 0
  }
  const { json = false, quick = false, 'ask-sources': askSources = false } = given
  const findings = await examine({
    env: io.env ?? processEnvironment(),
    ownLines: await ownLines(),
    ...(lineOfFile ? { lineOfFile } : {}),
    quick,
    askSources,
    clock: systemClock,
    random: systemRandom,
    timers: systemTimers,
    ...(json ? {} : { onFound: (found) => io.out(found.map(lineOf).join('')) }),
  })
  io.out(json ? `${JSON.stringify({ ...countsOf(findings), findings }, null, 2)}\n` : summaryOf(findings))
  return findings.every(({ status }) => status === 'ok') ? 0 : 1
}

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch {
    return null
  }
}

const words = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const

function lineOf({ check, subject, status, found, fix }: Finding): string {
  const line = `${words[status]}  ${check}${subject === null ? '' : ` [${subject}]`}: ${found}\n`
  return fix === null ? line : `${line}         to mend it: ${fix}\n`
}

function countsOf(findings: readonly Finding[]) {
  const count = (wanted: Finding['status']) => findings.filter(({ status }) => status === wanted).length
  const [faults, warnings] = [count('fault'), count('warning')]
  return { status: faults > 0 ? 'fault' : warnings > 0 ? 'warning' : 'ok', ok: count('ok'), warnings, faults }
}

function summaryOf(findings: readonly Finding[]): string {
  const { ok, warnings, faults } = countsOf(findings)
  const sandbox = findings.some(({ check, subject }) => check === 'settings' && subject === lookedAtMode)
  const passed = `${ok} checks passed${sandbox ? ', of a sandbox' : ''}.\n`
  if (warnings + faults === 0) return `\nAll is well: ${passed}`
  const parts = [
    faults === 0 ? '' : `${faults} ${faults === 1 ? 'fault' : 'faults'}`,
    warnings === 0 ? '' : `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
  ]
  return `\n${parts.filter((part) => part !== '').join(' and ')}; ${passed}`
}
