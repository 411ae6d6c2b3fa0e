import type { Finding } from '../goods/finding.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { processEnvironment } from '../config/process-environment.ts'
import { lookedAtMode } from '../doctor/check-settings.ts'
import { examine } from '../doctor/doctor.ts'
import type { Entrances } from './entrances.ts'
import { processIo, type CommandIo } from './define/command-io.ts'
import { defineCommand, flag } from './define/define-command.ts'

const command = defineCommand({
  name: 'doctor',
  forms: [['[options]', 'finds what is wrong with a set-up, and says how to mend it']],
  options: {
    json: flag('everything that was found, as one JSON document'),
    quick: flag('leaves out what takes long: every page of the database, the patience of the proxy, browser, models and engines'),
    'ask-sources': flag('sends one request to the address of each source that is on'),
  },
  notes: `Run it as the user of the service and with its settings; the service may run meanwhile. It changes nothing and pays nothing: it reads
    settings, database and disk, asks the nodes, and asks PUBLIC_URL as a client does. Exit code: 0 if all is well, 1 if something is to be
    mended, 2 for wrong usage. docs/operate/doctor.md explains each check.`,
})

type Lines = Pick<Entrances, 'ownLines'> & Partial<Pick<Entrances, 'lineOfFile'>>

/** `farthing doctor`; gives the exit code that its help documents. */
export function doctorCommand(args: readonly string[], lines: Lines, io: CommandIo = processIo()): Promise<number> {
  return command.run(args, io, async ({ options: { json, quick, 'ask-sources': askSources } }) => {
    const findings = await findAll({ json, quick, askSources }, lines, io)
    await io.out(json ? `${JSON.stringify({ ...countsOf(findings), findings }, null, 2)}\n` : summaryOf(findings))
    return findings.every(({ status }) => status === 'ok') ? 0 : 1
  })
}

async function findAll(
  { json, quick, askSources }: { readonly json: boolean; readonly quick: boolean; readonly askSources: boolean },
  { ownLines, lineOfFile }: Lines,
  io: CommandIo,
): Promise<readonly Finding[]> {
  return examine({
    env: io.env ?? processEnvironment(),
    ownLines: await ownLines(),
    ...(lineOfFile ? { lineOfFile } : {}),
    quick,
    askSources,
    clock: systemClock,
    random: systemRandom,
    timers: systemTimers,
    ...(json ? {} : { onFound: (found) => void io.out(found.map(lineOf).join('')) }),
  })
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
