import { funnelText } from '../operate/funnel/funnel-text.ts'
import { readFunnel, type FunnelInput } from '../operate/funnel/read-funnel.ts'
import { openReading } from '../service/open-reading.ts'
import { adviceOf } from '../service/refusal-advice.ts'
import { defineCommand, flag, type GivenTo, value } from './define/define-command.ts'
import { operatorCommand, type CommandIo } from './define/operator-command.ts'
import { UsageError } from './define/usage-error.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Days and hours for which counts are kept. */
const maxDays = 400
const maxHours = 35 * 24

const command = defineCommand({
  name: 'funnel',
  forms: [['[options]', 'who called, how far they came, and why a payment was refused']],
  options: {
    days: value('n', `the last n UTC days, today included; 7 unless given, ${maxDays} at most`),
    hours: value('n', `the last n hours instead, the present one included; ${maxHours} at most`),
    json: flag('as JSON, with all lines'),
  },
  notes: `Calls are counted by the service and stored every ten seconds, so a crash may lose the newest. Software and origin are what callers say
    of themselves. Calls that OWN_WALLETS paid for are left out. It works beside the service or without it. Exit code: 0, 1 if the ledger
    could not be read, 2 for wrong usage.`,
})

/** `farthing funnel`; gives the exit code that its help documents. */
export function funnelCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand(command, args, own, async ({ io, place, system }, { options }) => {
    const given = read(options, system.clock.now())
    const reading = await openReading(place, system)
    const funnel = await readFunnel(reading, given)
    await reading.close()
    const times = { from: new Date(given.from).toISOString(), to: new Date(given.to).toISOString() }
    const refusals = funnel.refusals.map((refusal) => ({ ...refusal, advice: adviceOf(refusal.reason) }))
    await io.out(options.json ? `${JSON.stringify({ ...times, ...funnel, refusals }, null, 2)}\n` : funnelText(funnel, adviceOf))
    return 0
  })
}

/** @throws UsageError */
function read({ days, hours }: GivenTo<typeof command>['options'], now: number): FunnelInput {
  if (days !== undefined && hours !== undefined) throw new UsageError('--days and --hours exclude each other')
  const [ms, count] = hours === undefined ? [dayMs, whole('--days', days ?? '7', maxDays)] : [hourMs, whole('--hours', hours, maxHours)]
  const to = now - (now % ms) + ms
  return { from: to - count * ms, to }
}

function whole(option: string, text: string, max: number): number {
  const count = Number(text)
  if (!/^\d{1,4}$/.test(text) || count < 1 || count > max) throw new UsageError(`${option} takes a whole number from 1 to ${max}`)
  return count
}
