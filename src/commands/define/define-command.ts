import { parseArgs } from 'node:util'
import { ConfigError } from '../../config/config.ts'
import { UsageError } from './usage-error.ts'

/** An option of a command, with what its help says. */
interface Flag {
  readonly type: 'boolean'
  readonly what: string
  /** The verb that takes it, of a command with several. */
  readonly of?: string
}
interface Value extends Omit<Flag, 'type'> {
  readonly type: 'string'
  readonly value: string
}
interface Values extends Value {
  readonly multiple: true
}
export type Options = Readonly<Record<string, Flag | Value | Values>>

export const flag = (what: string, of?: string): Flag => ({ type: 'boolean', what, ...(of ? { of } : {}) })
export const value = (name: string, what: string, of?: string): Value => ({ type: 'string', value: name, what, ...(of ? { of } : {}) })
export const values = (name: string, what: string): Values => ({ ...value(name, what), multiple: true })
/** The option that nearly every command has. */
export const json = flag('as JSON')

/** The options that were given; those that may be given several times are a list. */
type GivenOptions<Table extends Options> = {
  readonly [Name in keyof Table]: Table[Name] extends Values ? readonly string[] : Table[Name] extends Flag ? boolean : string | undefined
}

export interface Given<Table extends Options> {
  readonly options: GivenOptions<Table>
  /** What is no option. */
  readonly words: readonly string[]
}

/** What a command was given, as its body gets it. */
export type GivenTo<One extends { read(args: readonly string[]): unknown }> = Exclude<ReturnType<One['read']>, 'help'>

export interface CommandOutput {
  /** Resolves when the reader has taken the text. */
  readonly out: (text: string) => Promise<void> | void
  readonly err: (text: string) => void
}

interface Definition<Table extends Options> {
  readonly name: string
  /** How it is called and what it does then: `['<receipt> ... [options]', 'gives payments back']`. */
  readonly forms: readonly (readonly [usage: string, does: string])[]
  /** Words that the command takes, and what they mean. The options of a verb (`of`) are shown below it. */
  readonly words?: Readonly<Record<string, string>>
  readonly options: Table
  /** Paragraphs, with empty lines between. */
  readonly notes: string
  /** What is said of an error, and the exit code; null for the usual. */
  readonly explain?: (error: unknown) => { readonly said: string; readonly code: number } | null
}

export interface Command<Table extends Options> {
  readonly name: string
  readonly help: string
  /** @throws UsageError */
  read(args: readonly string[]): Given<Table> | 'help'
  /** Runs it; gives its exit code: 2 for wrong usage or settings, 1 for another error. Each is a line on stderr. */
  run(args: readonly string[], io: CommandOutput, body: (given: Given<Table>) => Promise<number>): Promise<number>
}

/** A command by one table: its help, the reading of its arguments and the handling of errors are made from it. */
export function defineCommand<const Table extends Options>(definition: Definition<Table>): Command<Table> {
  const { name, options, explain = () => null } = definition
  const help = helpOf(definition)

  function read(args: readonly string[]): Given<Table> | 'help' {
    const { values: found, positionals } = parse(args, options, definition.words !== undefined)
    const given: Readonly<Record<string, unknown>> = found
    if (given['help'] === true) return 'help'
    const entries = Object.entries(options).map(([option, { type, ...rest }]) => {
      const nothing = type === 'boolean' ? false : 'multiple' in rest ? [] : undefined
      return [option, given[option] ?? nothing]
    })
    return { options: Object.fromEntries(entries) as GivenOptions<Table>, words: positionals }
  }

  return {
    name,
    help,
    read,
    async run(args, io, body) {
      try {
        const given = read(args)
        if (given !== 'help') return await body(given)
        await io.out(help)
        return 0
      } catch (error) {
        const usage = error instanceof UsageError
        const { said, code } = (usage ? null : explain(error)) ?? usual(error)
        io.err(`farthing ${name}: ${said}\n${usage ? `\n${help}` : ''}`)
        return code
      }
    },
  }
}

function usual(error: unknown): { readonly said: string; readonly code: number } {
  const isUsers = error instanceof UsageError || error instanceof ConfigError
  return { said: error instanceof Error ? error.message : 'failed', code: isUsers ? 2 : 1 }
}

/** What was given may be an address with a password, so it is not repeated. */
function parse(args: readonly string[], options: Options, takesWords: boolean) {
  const known = Object.fromEntries(
    Object.entries(options).map(([option, { type, ...rest }]) => [option, { type, multiple: 'multiple' in rest }]),
  )
  try {
    return parseArgs({
      args: [...args],
      options: { ...known, help: { type: 'boolean', short: 'h' } },
      allowPositionals: takesWords,
    })
  } catch {
    throw new UsageError(takesWords ? 'unknown or incomplete option' : 'unknown or incomplete option, or a word that it does not take')
  }
}

/** Characters of a line of help. */
const lineLength = 130
const common = {
  'env-file': value('file', 'a file of settings, one NAME=value a line; the environment overrides it'),
  help: flag('this text'),
}

function helpOf({ name, forms, words = {}, options, notes }: Definition<Options>): string {
  const optionRows = Object.entries({ ...options, ...common }).map(([option, { what, of = null, ...rest }]) => {
    const left = 'value' in rest ? `--${option} <${rest.value}>` : `--${option}`
    return { left: of === null ? left : `  ${left}`, what, of }
  })
  const wordRows = Object.entries(words).flatMap(([left, what]) => {
    const [verb] = left.split(' ')
    return [{ left, what }, ...optionRows.filter(({ of }) => of === verb)]
  })
  const rows = [...wordRows, ...optionRows.filter(({ of }) => of === null)]
  const width = Math.min(32, Math.max(...rows.map(({ left }) => left.length)))
  const table = rows.map(({ left, what }) => {
    const [first = '', ...more] = wrapped(what, lineLength - width - 4)
    // A long name has a line of its own.
    const head = left.length > width ? `  ${left}\n${' '.repeat(width + 4)}${first}` : `  ${left.padEnd(width)}  ${first}`
    return [head, ...more.map((line) => `${' '.repeat(width + 4)}${line}`)].join('\n')
  })
  const paragraphs = notes.split('\n\n').map((paragraph) => wrapped(paragraph.replaceAll(/\s+/g, ' ').trim(), lineLength).join('\n'))
  return (
    [forms.map(([usage, does]) => `farthing ${name} ${usage}: ${does}`).join('\n'), table.join('\n'), ...paragraphs].join('\n\n') + '\n'
  )
}

function wrapped(text: string, length: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= length) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
