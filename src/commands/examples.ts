import { parseArgs } from 'node:util'
import { systemTimers } from '../ops/system.ts'
import { parseObject } from '../wallet/parse-object.ts'
import { createSender, isUnanswered } from '../wallet/send-request.ts'

export interface ExamplesIo {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

const processIo: ExamplesIo = { out: (text) => void process.stdout.write(text), err: (text) => void process.stderr.write(text) }

const examplesHelp = `farthing examples [<offer>] [options]: prints code that calls an offer of a running service; without an offer, the list of offers

  --lang <language>  one language only: curl, x402-fetch, mppx, python or mcp
  --url <url>        the service; http://127.0.0.1:4020 unless given
  --env-file <file>  a file of settings, one NAME=value a line; the environment overrides it
  --help             this text
`

const options = { lang: { type: 'string' }, url: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const

/** `farthing examples`: prints `/examples` of the service. Gives 0; 1 where the service refuses; 2 for wrong usage; 5 where it does not answer. */
export async function examplesCommand(args: readonly string[], io: ExamplesIo = processIo): Promise<number> {
  const url = readUrl(args)
  if (url === 'help' || url === null) {
    ;(url === 'help' ? io.out : io.err)(examplesHelp)
    return url === 'help' ? 0 : 2
  }
  const sender = createSender(systemTimers)
  try {
    const answer = await sender.send(url, { method: 'GET', headers: { accept: 'text/markdown' }, timeoutMs: 10_000, maxBytes: 1_048_576 })
    const text = Buffer.from(answer.body).toString('utf8')
    if (answer.status === 200) {
      io.out(text)
      return 0
    }
    const { detail } = parseObject(answer.body)
    io.err(`farthing examples: ${typeof detail === 'string' ? detail : `the service answered ${answer.status}`}\n`)
    return 1
  } catch (error) {
    if (!isUnanswered(error)) throw error
    io.err(`farthing examples: ${url.origin} does not answer. Is the service running? (npm start)\n`)
    return 5
  } finally {
    await sender.close()
  }
}

/** Null when it is used wrongly. */
function readUrl(args: readonly string[]): URL | 'help' | null {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (values.help) return 'help'
    const [offer, ...more] = positionals
    if (more.length > 0 || (offer === undefined && values.lang !== undefined)) return null
    const base = new URL(values.url ?? 'http://127.0.0.1:4020')
    if (base.protocol !== 'http:' && base.protocol !== 'https:') return null
    const url = new URL(offer === undefined ? '/examples' : `/examples/${encodeURIComponent(offer)}`, base)
    if (values.lang !== undefined) url.searchParams.set('lang', values.lang)
    return url
  } catch {
    return null
  }
}
