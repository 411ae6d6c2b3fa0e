import { systemTimers } from '../ops/system.ts'
import { parseObject } from '../wallet/parse-object.ts'
import { createSender, isUnanswered } from '../wallet/send-request.ts'
import { processIo, type CommandIo } from './define/command-io.ts'
import { defineCommand, type GivenTo, value } from './define/define-command.ts'
import { readUrl } from './define/read-values.ts'
import { UsageError } from './define/usage-error.ts'

const command = defineCommand({
  name: 'examples',
  forms: [['[<offer>] [options]', 'prints code that calls an offer of a running service; without an offer, the list of offers']],
  words: {},
  options: {
    lang: value('language', 'one language only: curl, x402-fetch, mppx, python or mcp'),
    url: value('url', 'the service; http://127.0.0.1:4020 unless given'),
  },
  notes: 'Exit code: 0; 1 where the service refuses; 2 for wrong usage; 5 where it does not answer.',
})

/** `farthing examples`: prints `/examples` of the service; gives the exit code that its help documents. */
export function examplesCommand(args: readonly string[], io: CommandIo = processIo()): Promise<number> {
  return command.run(args, io, (given) => printExamples(read(given), io))
}

async function printExamples(url: URL, io: CommandIo): Promise<number> {
  const sender = createSender(systemTimers)
  try {
    const answer = await sender.send(url, { method: 'GET', headers: { accept: 'text/markdown' }, timeoutMs: 10_000, maxBytes: 1_048_576 })
    const text = Buffer.from(answer.body).toString('utf8')
    if (answer.status === 200) {
      await io.out(text)
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

/** @throws UsageError */
function read({ options, words: [offer, ...more] }: GivenTo<typeof command>): URL {
  if (more.length > 0) throw new UsageError('name one offer at most')
  if (offer === undefined && options.lang !== undefined) throw new UsageError('--lang needs an offer')
  const base = readUrl(options.url ?? 'http://127.0.0.1:4020', '--url')
  const url = new URL(offer === undefined ? '/examples' : `/examples/${encodeURIComponent(offer)}`, base)
  if (options.lang !== undefined) url.searchParams.set('lang', options.lang)
  return url
}
