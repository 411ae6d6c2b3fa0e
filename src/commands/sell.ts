import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadConfig, type Config } from '../config/config.ts'
import { processEnvironment } from '../config/process-environment.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import { silentLog } from '../shared/log.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { countOf } from '../shared/plural.ts'
import type { Welcome } from '../service/welcome-facts.ts'
import type { Entrances } from './entrances.ts'
import type { AskedOffer } from './offer-files.ts'
import { readGoods } from './read-goods.ts'
import { runService } from './run-service.ts'
import { readSellArguments, sellHelp, type SellArguments } from './sell-arguments.ts'
import { UsageError } from './usage-error.ts'
import { programName } from './welcome.ts'

/** `farthing sell`: a sandbox that sells one API. Runs until a signal ends it; gives the exit code. */
export async function sellCommand(args: readonly string[], entrances: Entrances): Promise<number> {
  const given = readSellArguments(args)
  if (given === 'help') {
    process.stdout.write(sellHelp)
    return 0
  }
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
async function keep(text: string, { write, port }: SellArguments, env: Readonly<Record<string, string | undefined>>): Promise<Config> {
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

function sayOnSale({ url }: Welcome, asked: readonly AskedOffer[], { json, write, url: upstream }: SellArguments): void {
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
