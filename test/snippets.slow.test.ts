import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleLanguages } from '../src/surfaces/examples/example-languages.ts'
import { hasPython, pythonEnvironment } from './python-environment.ts'
import { readmeBlocks } from './readme-blocks.ts'
import { startTestService, untilTextToolsAnswer, type TestService } from './start-test-service.ts'

const run = promisify(execFile)

// Everything that the README and /examples print, typed into empty folders: what is to be installed is installed, and the code runs.
let service: TestService
let directory: string
/** Node and npm as a reader has them, and nothing of this checkout. */
let path: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'farthing-snippets-'))
  service = await startTestService()
  await untilTextToolsAnswer(service)
  const others = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'))
  path = [dirname(process.execPath), ...others].join(delimiter)
})
afterAll(async () => {
  await service?.close()
  await rm(directory, { recursive: true, force: true })
})

const folders = new Map<string, Promise<{ readonly folder: string; readonly path: string }>>()

/** An empty folder in which that line was typed; snippets that install the same share it. */
function installed(line: string) {
  const known = folders.get(line)
  if (known) return known
  const made = install(line, join(directory, `folder-${folders.size}`))
  folders.set(line, made)
  return made
}

async function install(line: string, folder: string) {
  await mkdir(folder)
  const bin = line.startsWith('pip ') ? await pythonEnvironment(join(folder, 'venv'), []) : null
  const withEnvironment = bin === null ? path : `${bin}${delimiter}${path}`
  await typed(line, { folder, path: withEnvironment })
  return { folder, path: withEnvironment }
}

function readersEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_|VITEST)/.test(name) || name === 'NODE_EXTRA_CA_CERTS'),
  )
}

/** What a shell prints in that folder. */
async function typed(line: string, place: { readonly folder: string; readonly path: string }): Promise<string> {
  const { stdout } = await run('sh', ['-e', '-c', line], {
    cwd: place.folder,
    // The reader's own settings of npm and pip, without those of the npm that runs these tests.
    env: { ...readersEnvironment(), PATH: place.path },
    maxBuffer: 2 ** 26,
  })
  return stdout
}

const runs: Readonly<Record<string, string>> = { ts: 'node', python: 'python' }

describe('a snippet of the README and of the page about paying, in an empty folder', () => {
  test.each(['pay.mts', 'pay-mpp.mts', 'pay.py'])('%s pays and prints its receipt', async (name) => {
    if (name.endsWith('.py') && !hasPython) return
    const pages = await Promise.all(['README.md', 'docs/paying.md'].map((file) => readFile(file, 'utf8')))
    const blocks = readmeBlocks(pages.join('\n'), service.url)
    const index = blocks.findIndex(({ file }) => file === name)
    const snippet = blocks[index]!
    const { code: line } = blocks.slice(0, index).findLast(({ file }) => file === 'install')!
    const place = await installed(line.trim())
    await writeFile(join(place.folder, name), snippet.code)
    const printed = await typed(`${runs[snippet.language]!} ${name}`, place)
    expect(printed).toMatch(/['"]?success['"]?: [tT]rue/)
    expect(printed).toContain(`${service.url}/v1/receipts/`)
  })
})

describe('an example of the service, in an empty folder', () => {
  const offers = ['discovery', 'market-price', 'settlement-estimate', 'summarize']
  const languages = exampleLanguages.filter(({ install }) => install !== null).map(({ id }) => id)
  test.each(languages)('runs in %s as it is printed', async (language) => {
    if (language === 'python' && !hasPython) return
    for (const offer of offers) {
      const page = (await (await fetch(`${service.url}/examples/${offer}?format=json`)).json()) as {
        readonly examples: readonly { readonly language: string; install: string; file: string; run: string; code: string }[]
      }
      const example = page.examples.find((one) => one.language === language)!
      const place = await installed(example.install)
      await writeFile(join(place.folder, example.file), example.code)
      const printed = await typed(example.run, place)
      expect(printed, `${offer} ${language}`).toMatch(language === 'mcp' ? /^false / : /^200 /)
    }
  })
})
