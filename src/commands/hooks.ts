import { listHooks, type ListedHook } from '../operate/hooks/list-hooks.ts'
import { askService } from '../service/ask-service.ts'
import { openReading } from '../service/open-reading.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { countOf } from '../shared/plural.ts'
import { defineCommand, type GivenTo, json } from './define/define-command.ts'
import { operatorCommand, type CommandContext, type CommandIo } from './define/operator-command.ts'
import { UsageError } from './define/usage-error.ts'

const command = defineCommand({
  name: 'hooks',
  forms: [['<what> [options]', 'what the server of HOOK_URL is told']],
  words: {
    list: 'events that could not be delivered, and those that wait for their next try',
    redeliver: 'tries all that could not be delivered again',
    'redeliver <event>': 'tries one again, now',
    test: 'sends an event that says nothing',
  },
  options: { json },
  notes: `list reads the ledger. The others ask the running service on the socket in its DATA_DIR; with WORKERS give that of the parent.
    docs/operate/hooks.md describes the messages. Exit code: 0, 1 if it could not be done, 2 for wrong usage.`,
})

/** `farthing hooks`; gives the exit code that its help documents. */
export function hooksCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand(command, args, own, async (context, { options, words }) => {
    const given = read(words)
    const print = (value: unknown, text: string) => context.io.out(options.json ? `${JSON.stringify(value, null, 2)}\n` : text)
    if (given.what === 'list') {
      const events = await readEvents(context)
      await print({ events }, events.map(line).join('') || 'everything was delivered\n')
    } else if (given.what === 'test') {
      const { id } = (await ask(context, 'hooks/test', {})) as { readonly id: string }
      await print({ id }, `${id} is on its way: farthing hooks list shows it until it was delivered\n`)
    } else {
      const { events } = (await ask(context, 'hooks/redeliver', { event: given.event })) as { readonly events: number }
      if (given.event !== null && events === 0)
        throw new OperatorError(`there is no event ${given.event}: it was delivered, or never was one`)
      await print({ events }, `${countOf(events, 'event')} will be tried again now\n`)
    }
    return 0
  })
}

/** @throws UsageError */
function read([what, event, ...more]: GivenTo<typeof command>['words']): {
  readonly what: 'list' | 'test' | 'redeliver'
  /** Null for all that are dead. */
  readonly event: string | null
} {
  if (more.length === 0 && what === 'redeliver') return { what, event: event ?? null }
  if (event === undefined && (what === 'list' || what === 'test')) return { what, event: null }
  throw new UsageError('say list, redeliver [event], or test')
}

async function ask({ place }: CommandContext, action: string, input: object): Promise<unknown> {
  const answer = await askService({ dataDir: place.dataDir, action, input })
  if (answer) return answer.result
  throw new OperatorError(`no service runs on ${place.dataDir}, which delivers events: start it, or set DATA_DIR to its data directory`)
}

async function readEvents({ place, system }: CommandContext): Promise<readonly ListedHook[]> {
  const reading = await openReading(place, system)
  try {
    return await listHooks(reading)
  } finally {
    await reading.close()
  }
}

function line({ event, type, at, tries, failed, nextTry }: ListedHook): string {
  const end = nextTry === null ? 'not tried again' : tries === 0 ? 'waits' : `next try ${nextTry}`
  return `${at}  ${type.padEnd(18)} ${event}  ${countOf(tries, 'try', 'tries')}${failed === null ? '' : `, ${failed}`}; ${end}\n`
}
