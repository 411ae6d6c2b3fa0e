import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { version } from '../src/version.ts'

/**
 * The npm package as a user gets it: packed, and installed in an empty folder without what only developers need. Node strips no
 * types inside of `node_modules`, so this runs what was built.
 */
const run = promisify(execFile)
const megabyte = 1_000_000
let root: string
let archive: string
let core: string
const running: ChildProcess[] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'farthing-package-'))
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', root], { maxBuffer: 50 * megabyte })
  archive = join(root, stdout.trim().split('\n').at(-1)!)
  core = await install('core', '--omit=optional')
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

/** Installs it in a new folder, and returns the folder. */
async function install(name: string, ...options: string[]): Promise<string> {
  const folder = join(root, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  await run('npm', ['install', '--no-audit', '--no-fund', ...options, archive], { cwd: folder, maxBuffer: 50 * megabyte })
  return folder
}

/** The bytes of all files. */
function sizeOf(path: string): number {
  const facts = lstatSync(path)
  return facts.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : facts.size
}

const program = (folder: string) => join(folder, 'node_modules/.bin/farthing')

/** Starts the service in that folder and returns its address once it is ready. */
async function start(folder: string, env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, [program(folder), 'start'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const ready = /ready on (http:\S+)/.exec(text)
      if (ready) resolve(ready[1]!)
    })
    child.once('exit', () => reject(new Error(`the service ended before it was ready: ${text}`)))
  })
}

describe('the core, without optional parts', () => {
  test('takes less than 150 MB without the models of the text tools', () => {
    const modules = join(core, 'node_modules')
    expect(sizeOf(modules) - sizeOf(join(modules, 'farthing/dist/models'))).toBeLessThan(150 * megabyte)
  })

  test('has no sources, tests or other files of a checkout', () => {
    expect(readdirSync(join(core, 'node_modules/farthing')).toSorted()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json'])
  })

  test('says its version, and that a sandbox needs more', async () => {
    expect((await run(process.execPath, [program(core), '--version'])).stdout).toBe(`${version}\n`)
    await expect(run(process.execPath, [program(core), 'start'], { cwd: core, env: { PATH: process.env['PATH'] } })).rejects.toThrow(
      'the sandbox needs the npm package',
    )
  })
})

/** What a live service and its payer need of a sandbox. */
interface World {
  readonly networks: readonly { readonly slug: string; readonly rpcUrl: string }[]
}
interface Keys {
  readonly signers: readonly { readonly privateKey: string }[]
  readonly payers: readonly { readonly privateKey: string }[]
}

describe('the whole', () => {
  let folder: string
  beforeAll(async () => {
    folder = await install('whole')
  })

  test('takes less than 650 MB', () => {
    expect(sizeOf(join(folder, 'node_modules'))).toBeLessThan(650 * megabyte)
  })

  test('sells a call in its sandbox, and a live service of the core alone sells one on the chains of that sandbox', async () => {
    const url = await start(folder, {})
    const inSandbox = await run(process.execPath, [program(folder), 'pay', `${url}/v1/market/price/BTC`], { cwd: folder })
    expect(JSON.parse(inSandbox.stdout)).toMatchObject({ success: true, data: { symbol: 'BTC' }, meta: { simulated: true } })

    const sandbox = (name: string): unknown => JSON.parse(readFileSync(join(folder, 'data/sandbox', name), 'utf8'))
    const { networks } = sandbox('world.json') as World
    const keys = sandbox('keys.json') as Keys
    const live = await start(core, {
      MODE: 'live',
      PUBLIC_URL: 'https://api.example.com',
      PAY_TO: '0x00000000000000000000000000000000000a11ce',
      SIGNER_KEY: keys.signers[1]!.privateKey,
      RPC_URL_BASE: networks.find(({ slug }) => slug === 'base')!.rpcUrl,
      GAS_COIN_CEILINGS: 'ETH=0.01',
      SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
    })
    const path = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    const paid = await run(process.execPath, [program(core), 'pay', live + path, '--max', '0.2', '--json'], {
      cwd: core,
      env: { PATH: process.env['PATH'], WALLET_KEY: keys.payers[0]!.privateKey },
    })
    expect(JSON.parse(paid.stdout)).toMatchObject({ outcome: 'paid', status: 200 })
  })
})
