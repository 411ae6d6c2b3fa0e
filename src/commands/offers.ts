import { readFile, writeFile } from 'node:fs/promises'
import { processEnvironment } from '../config/process-environment.ts'
import { systemTimers } from '../ops/system.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { countOf } from '../shared/plural.ts'
import { createSender, isUnanswered } from '../wallet/send-request.ts'
import { processIo } from './define/command-io.ts'
import { defineCommand, flag, type GivenTo, value } from './define/define-command.ts'
import type { Entrances } from './entrances.ts'
import type { OfferFiles } from './offer-files.ts'
import { UsageError } from './define/usage-error.ts'

/** Bytes of an OpenAPI document. */
const maxDocumentBytes = 20_000_000
const fetchMs = 30_000

type Asked =
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

const command = defineCommand({
  name: 'offers',
  forms: [['<what> [options]', 'files that say what is sold of HTTP APIs']],
  words: {
    'check <file>': 'says what is wrong in a file, with line and column, or what it sells',
    'import <file or url>': 'makes such a file from an OpenAPI document, 3.0 or 3.1, in JSON or YAML',
    schema: 'the JSON Schema of these files, for editors',
  },
  options: {
    json: flag('as JSON', 'check'),
    price: value('dollars', 'for each operation, such as 0.01', 'import'),
    upstream: value('url', 'the address of the API, instead of the one in the document', 'import'),
    write: value('file', 'the file to write; it is printed unless given', 'import'),
  },
  notes: `The service sells the file that OFFERS_FILE names; docs/sell-your-own.md describes it. Exit code: 0, 1 if something is wrong, 2 for wrong
    usage.`,
})

/** `farthing offers`; gives the exit code that its help documents. */
export function offersCommand(args: readonly string[], { offerFiles }: Pick<Entrances, 'offerFiles'>): Promise<number> {
  return command.run(args, processIo(), async (asked) => {
    const given = read(asked)
    const files = await offerFiles()
    switch (given.what) {
      case 'schema':
        process.stdout.write(files.schema())
        return 0
      case 'check':
        return check(given, files)
      case 'import':
        return importDocument(given, files)
    }
  })
}

/** @throws UsageError */
function read({ options, words: [what, from, ...more] }: GivenTo<typeof command>): Asked {
  if (more.length > 0) throw new UsageError('too many words')
  if (what === 'schema' && from === undefined) return { what }
  if (what === 'check' && from !== undefined) return { what, file: from, json: options.json }
  if (what === 'import' && from !== undefined) {
    if (options.price === undefined) throw new UsageError('give the price of an operation in dollars, such as --price 0.01')
    return { what, from, price: options.price, upstream: options.upstream ?? null, write: options.write ?? null }
  }
  throw new UsageError('say check <file>, import <file or url> --price <dollars>, or schema')
}

async function check({ file, json }: Extract<Asked, { readonly what: 'check' }>, files: OfferFiles): Promise<number> {
  const env = processEnvironment()
  const found = files.check(file, await readText(file), (name) => Boolean(env[name]?.trim() || env[`${name}_FILE`]?.trim()))
  if (json) process.stdout.write(`${JSON.stringify(found)}\n`)
  else if (found.kind === 'wrong') process.stderr.write(found.faults.map((fault) => `${fault}\n`).join(''))
  else {
    const width = Math.max(...found.offers.map(({ route }) => route.length))
    const lines = found.offers.map(
      ({ id, route, usd }) => `  ${route.padEnd(width)}   ${(usd === null ? 'free' : `$${usd}`).padEnd(9)}   ${id}`,
    )
    process.stdout.write(
      `${file} is right: ${countOf(found.offers.length, 'offer')}${found.name === null ? '' : ` of ${found.name}`}\n${lines.join('\n')}\n`,
    )
  }
  return found.kind === 'right' ? 0 : 1
}

async function importDocument(
  { from, price, upstream, write }: Extract<Asked, { readonly what: 'import' }>,
  files: OfferFiles,
): Promise<number> {
  const isAddress = /^https?:\/\//i.test(from)
  const text = isAddress ? await fetchText(from) : await readText(from)
  const made = files.importOpenapi({ text, url: isAddress ? from : null, price, upstream })
  if (write === null) process.stdout.write(made.text)
  else {
    await writeFile(write, made.text, { flag: 'wx' }).catch((error: unknown) => {
      const exists = (error as NodeJS.ErrnoException).code === 'EEXIST'
      throw new OperatorError(exists ? `${write} exists already: give another name` : `${write} can't be written`)
    })
    process.stderr.write(`${write}: ${countOf(made.offers, 'offer')}\n`)
  }
  for (const line of made.leftOut) process.stderr.write(`left out: ${line}\n`)
  return 0
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new OperatorError(missing ? `there is no file ${file}` : `${file} can't be read`)
  })
}

/** The operator names the address, so it may be on a private network. */
async function fetchText(url: string): Promise<string> {
  const sender = createSender(systemTimers)
  try {
    const headers = { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' }
    const answer = await sender.send(new URL(url), { method: 'GET', headers, timeoutMs: fetchMs, maxBytes: maxDocumentBytes })
    if (answer.status === 200) return new TextDecoder().decode(answer.body)
    throw new OperatorError(`${url} answered with status ${answer.status}`)
  } catch (error) {
    if (isUnanswered(error)) throw new OperatorError(`${url} did not answer: ${error.message}`)
    throw error
  } finally {
    await sender.close()
  }
}
