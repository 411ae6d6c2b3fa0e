import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

export interface SellArguments {
  readonly url: string
  /** `GET /tides/*=0.01` */
  readonly prices: readonly string[]
  readonly name: string | null
  /** Paths that the API really has, to try it with. */
  readonly examples: readonly string[]
  /** The file to write; null for one in DATA_DIR. */
  readonly write: string | null
  readonly port: number | null
  readonly json: boolean
}

export const sellHelp = `farthing sell <url> --price '<method> <path>=<dollars>' [options]: sells calls of an HTTP API, in a sandbox at once

  --price <route=price>  such as 'GET /tides/*=0.01'; * at the end is one or more segments, {name} is one; free costs nothing.
                         May be given several times.
  --name <name>          what the service is called
  --example <path>       a path that the API really has, such as /tides/brest; it is asked once, and shown in all documents
  --write <file>         keeps what is sold in a file of offers, such as offers.yaml
  --port <port>          the port to listen on; PORT or 4020 unless given
  --json                 one line of JSON when it is ready
  --env-file <file>      a file of settings, one NAME=value a line; the environment overrides it
  --help                 this text

It starts a sandbox with play money that sells nothing but this API. The API is asked over the address that you give, which may be on this machine.
Then farthing doctor and OFFERS_FILE=offers.yaml farthing start go on with the file; docs/sell-your-own.md describes it.
Exit code: 0 when it was ended, 1 if it could not start, 2 for wrong usage or settings.
`

const options = {
  price: { type: 'string', multiple: true },
  name: { type: 'string' },
  example: { type: 'string', multiple: true },
  write: { type: 'string' },
  port: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function readSellArguments(args: readonly string[]): SellArguments | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [url, ...more] = positionals
  if (url === undefined || more.length > 0) throw new UsageError('give one address of an API, such as http://127.0.0.1:4750')
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new UsageError('the address must begin with http:// or https://')
  const { price: prices = [], example: examples = [], name = null, write = null } = values
  if (prices.length === 0) throw new UsageError("give a price, such as --price 'GET /tides/*=0.01'")
  const wrong = examples.find((example) => !example.startsWith('/'))
  if (wrong !== undefined) throw new UsageError(`--example must be a path such as /tides/brest, not "${wrong.slice(0, 60)}"`)
  return { url, prices, examples, name, write, port: readPort(values.port), json: values.json ?? false }
}

function readPort(text: string | undefined): number | null {
  if (text === undefined) return null
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new UsageError('--port must be a number from 0 to 65535')
  return port
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'unknown option')
  }
}
