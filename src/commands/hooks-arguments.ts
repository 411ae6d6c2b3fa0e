import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

export type HooksArguments = { readonly json: boolean } & (
  | { readonly what: 'list' }
  | { readonly what: 'test' }
  /** Null for all that are dead. */
  | { readonly what: 'redeliver'; readonly event: string | null }
)

export const hooksHelp = `farthing hooks <what> [options]: what the server of HOOK_URL is told

  list                  events that could not be delivered, and those that wait for their next try
  redeliver             tries all that could not be delivered again
  redeliver <event>     tries one again, now
  test                  sends an event that says nothing
  --json                as JSON
  --env-file <file>     a file of settings, one NAME=value a line; the environment overrides it
  --help                this text

list reads the ledger. The others ask the running service on the socket in its DATA_DIR; with WORKERS give that of the parent. docs/operate/hooks.md describes
the messages. Exit code: 0, 1 if it could not be done, 2 for wrong usage.
`

/** @throws UsageError */
export function readHooksArguments(args: readonly string[]): HooksArguments | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [what, event, ...more] = positionals
  const json = values.json ?? false
  if (more.length === 0 && what === 'redeliver') return { what, json, event: event ?? null }
  if (event === undefined && (what === 'list' || what === 'test')) return { what, json }
  throw new UsageError('say list, redeliver [event], or test')
}

function parse(args: readonly string[]) {
  try {
    const options = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw new UsageError('unknown option')
  }
}
