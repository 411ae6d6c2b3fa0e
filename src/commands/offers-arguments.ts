import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

export type OffersArguments =
  | { readonly what: 'check'; readonly file: string; readonly json: boolean }
  | { readonly what: 'schema' }
  | {
      readonly what: 'import'
      /** A file or an address. */
      readonly from: string
      readonly price: string
      readonly upstream: string | null
      readonly write: string | null
    }

export const offersHelp = `farthing offers <what> [options]: files that say what is sold of HTTP APIs

  check <file>             says what is wrong in a file, with line and column, or what it sells
    --json                   as JSON
  import <file or url>     makes such a file from an OpenAPI document, 3.0 or 3.1, in JSON or YAML
    --price <dollars>        for each operation, such as 0.01
    --upstream <url>         the address of the API, instead of the one in the document
    --write <file>           the file to write; it is printed unless given
  schema                   the JSON Schema of these files, for editors
  --env-file <file>        a file of settings, one NAME=value a line; the environment overrides it
  --help                   this text

The service sells the file that OFFERS_FILE names; docs/sell-your-own.md describes it. Exit code: 0, 1 if something is wrong, 2 for wrong usage.
`

const options = {
  json: { type: 'boolean' },
  price: { type: 'string' },
  upstream: { type: 'string' },
  write: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function readOffersArguments(args: readonly string[]): OffersArguments | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [what, from, ...more] = positionals
  if (more.length > 0) throw new UsageError('too many words')
  if (what === 'schema' && from === undefined) return { what }
  if (what === 'check' && from !== undefined) return { what, file: from, json: values.json ?? false }
  if (what === 'import' && from !== undefined) {
    if (values.price === undefined) throw new UsageError('give the price of an operation in dollars, such as --price 0.01')
    return { what, from, price: values.price, upstream: values.upstream ?? null, write: values.write ?? null }
  }
  throw new UsageError('say check <file>, import <file or url> --price <dollars>, or schema')
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'unknown option')
  }
}
