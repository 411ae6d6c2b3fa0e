import { parseArgs } from 'node:util'
import { funnelText } from '../operate/funnel/funnel-text.ts'
import { readFunnel, type FunnelInput } from '../operate/funnel/read-funnel.ts'
import { openReading } from '../service/open-reading.ts'
import { adviceOf } from '../service/refusal-advice.ts'
import { operatorCommand, type CommandIo } from './operator-command.ts'
import { UsageError } from './usage-error.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Days and hours for which counts are kept. */
const maxDays = 400
const maxHours = 35 * 24

const help = `farthing funnel [options]: who called, how far they came, and why a payment was refused

  --days <n>         the last n UTC days, today included; 7 unless given, ${maxDays} at most
  --hours <n>        the last n hours instead, the present one included; ${maxHours} at most
  --json             as JSON, with all lines
  --env-file <file>  a file of settings, one NAME=value a line; the environment overrides it
  --help             this text

Calls are counted by the service and stored every ten seconds, so a crash may lose the newest. Software and origin are what callers say
of themselves. Calls that OWN_WALLETS paid for are left out. It works beside the service or without it. Exit code: 0, 1 if the ledger
could not be read, 2 for wrong usage.
`

/** `farthing funnel`; gives the exit code that its help documents. */
export function funnelCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand({ name: 'funnel', help, io: own }, async ({ io, place, system }) => {
    const given = read(args, system.clock.now())
    if (given === 'help') {
      await io.out(help)
      return 0
    }
    const reading = await openReading(place, system)
    const funnel = await readFunnel(reading, given)
    await reading.close()
    const times = { from: new Date(given.from).toISOString(), to: new Date(given.to).toISOString() }
    const refusals = funnel.refusals.map((refusal) => ({ ...refusal, advice: adviceOf(refusal.reason) }))
    await io.out(given.json ? `${JSON.stringify({ ...times, ...funnel, refusals }, null, 2)}\n` : funnelText(funnel, adviceOf))
    return 0
  })
}

/** @throws UsageError */
function read(args: readonly string[], now: number): (FunnelInput & { readonly json: boolean }) | 'help' {
  const values = parse(args)
  if (values.help) return 'help'
  if (values.days !== undefined && values.hours !== undefined) throw new UsageError('--days and --hours exclude each other')
  const [ms, count] =
    values.hours === undefined ? [dayMs, whole('--days', values.days ?? '7', maxDays)] : [hourMs, whole('--hours', values.hours, maxHours)]
  const to = now - (now % ms) + ms
  return { from: to - count * ms, to, json: values.json ?? false }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch {
    throw new UsageError('unknown or incomplete option')
  }
}

const options = {
  days: { type: 'string' },
  hours: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

function whole(option: string, text: string, max: number): number {
  const count = Number(text)
  if (!/^\d{1,4}$/.test(text) || count < 1 || count > max) throw new UsageError(`${option} takes a whole number from 1 to ${max}`)
  return count
}
