import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadConfig, type Config } from '../config/config.ts'
import { processEnvironment } from '../config/process-environment.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import { silentLog } from '../shared/log.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { countOf } from '../shared/plural.ts'
import type { Welcome } from '../service/welcome-facts.ts'
import { processIo } from './define/command-io.ts'
import { defineCommand, flag, type GivenTo, value, values } from './define/define-command.ts'
import type { Entrances } from './entrances.ts'
import type { AskedOffer } from './offer-files.ts'
import { readGoods } from './start/read-goods.ts'
import { runService } from './start/run-service.ts'
import { UsageError } from './define/usage-error.ts'
import { programName } from './start/welcome.ts'

interface Asked {
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

const command = defineCommand({
  name: 'sell',
  forms: [["<url> --price '<method> <path>=<dollars>' [options]", 'sells calls of an HTTP API, in a sandbox at once']],
  words: {},
  options: {
    price: values(
      'route=price',
      "such as 'GET /tides/*=0.01'; * at the end is one or more segments, {name} is one; free costs nothing. May be given several times",
    ),
    name: value('name', 'what the service is called'),
    example: values('path', 'a path that the API really has, such as /tides/brest; it is asked once, and shown in all documents'),
    write: value('file', 'keeps what is sold in a file of offers, such as offers.yaml'),
    port: value('port', 'the port to listen on; PORT or 4020 unless given'),
    json: flag('one line of JSON when it is ready'),
  },
  notes: `It starts a sandbox with play money that sells nothing but this API. The API is asked over the address that you give, which may be on this
    machine. Then farthing doctor and OFFERS_FILE=offers.yaml farthing start go on with the file; docs/sell-your-own.md describes it. Exit code:
    0 when it was ended, 1 if it could not start, 2 for wrong usage or settings.`,
})

/** `farthing sell`: a sandbox that sells one API. Runs until a signal ends it; gives the exit code. */
export function sellCommand(args: readonly string[], entrances: Entrances): Promise<number> {
  return command.run(args, processIo(), (given) => sell(read(given), entrances))
}

/** @throws UsageError */
function read({ options, words: [url, ...more] }: GivenTo<typeof command>): Asked {
  if (url === undefined || more.length > 0) throw new UsageError('give one address of an API, such as http://127.0.0.1:4750')
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new UsageError('the address must begin with http:// or https://')
  const { price: prices, example: examples, name = null, write = null } = options
  if (prices.length === 0) throw new UsageError("give a price, such as --price 'GET /tides/*=0.01'")
  const wrong = examples.find((example) => !example.startsWith('/'))
  if (wrong !== undefined) throw new UsageError(`--example must be a path such as /tides/brest, not "${wrong.slice(0, 60)}"`)
  return { url, prices, examples, name, write, port: readPort(options.port), json: options.json }
}

function readPort(text: string | undefined): number | null {
  if (text === undefined) return null
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new UsageError('--port must be a number from 0 to 65535')
  return port
}

async function sell(given: Asked, entrances: Entrances): Promise<number> {
  const env = processEnvironment()
  if (env['MODE']?.trim() === 'live')
    throw new UsageError('farthing sell starts a sandbox: for real money name a file of offers in OFFERS_FILE, and use farthing start')
  const files = await entrances.offerFiles()
  const written = files.write(given)
  if ('fault' in written) throw new UsageError(written.fault)
  const { text } = written
  const config = await keep(text, given, env)
  const { config: withSecrets, goods } = await readGoods(config, entrances)
  const secretOf = (name: string) => env[name]?.trim() ?? null
  const asked = await files.askOnce(text, { secretOf, clock: systemClock, timers: systemTimers, log: silentLog })
  return runService(withSecrets, goods, entrances.openSandbox, null, (welcome) => sayOnSale(welcome, asked, given))
}

/** Writes the file of offers where it was asked for, or beside the data of the sandbox. */
async function keep(text: string, { write, port }: Asked, env: Readonly<Record<string, string | undefined>>): Promise<Config> {
  const settings = { ...env, GOODS: undefined, ...(port === null ? {} : { PORT: String(port) }) }
  const { dataDir } = loadConfig({ ...settings, OFFERS_FILE: write ?? 'offers.yaml' })
  const path = write ?? join(dataDir, 'offers.yaml')
  if (write === null) await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(path, text, { flag: write === null ? 'w' : 'wx' }).catch((error: unknown) => {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST'
    throw new OperatorError(
      exists ? `${path} exists already: give another name, or sell it with OFFERS_FILE=${path} farthing start` : `${path} can't be written`,
    )
  })
  return loadConfig({ ...settings, OFFERS_FILE: path })
}

function sayOnSale({ url }: Welcome, asked: readonly AskedOffer[], { json, write, url: upstream }: Asked): void {
  if (json) return void process.stdout.write(`${JSON.stringify({ event: 'ready', url, upstream, file: write, offers: asked })}\n`)
  const program = programName()
  const width = Math.max(...asked.map(({ route }) => route.length))
  const priceOf = ({ usd }: AskedOffer) => (usd === null ? 'free' : `$${usd}`)
  const priceWidth = Math.max(...asked.map((one) => priceOf(one).length))
  const [first] = asked
  const lines = [
    `Sandbox on ${url}: your API for play money. ${countOf(asked.length, 'offer')}, built-in lines off.`,
    ...asked.map((one) => `  ${one.route.padEnd(width)}   ${priceOf(one).padEnd(priceWidth)}   ${one.said}`),
    ...(first ? [`  try it    ${program} pay ${url}${first.path}`] : []),
    '  charged only for 2xx of the promised type; 4xx, 5xx, time-outs and misfits cost nothing',
    write === null
      ? `  keep it   ${program} sell … --write offers.yaml     then  ${program} doctor, MODE=live ${program} start`
      : `  kept in   ${write}     go on with  OFFERS_FILE=${write} ${program} doctor, OFFERS_FILE=${write} MODE=live ${program} start`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
