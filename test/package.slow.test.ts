import { execFile } from 'node:child_process'
import { lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { version } from '../src/version.ts'
import { install, installedProgram, installNode, pack, packageName } from './packed-service.ts'
import { startProcess, type ServiceProcess } from './service-process.ts'

/**
 * The npm package as a user gets it: packed, and installed in an empty folder without what only developers need. Node strips no
 * types inside of `node_modules`, so this runs what was built.
 */
const run = promisify(execFile)
const megabyte = 1_000_000
let root: string
let archive: string
let core: string
const running: ServiceProcess[] = []
/** The newest one that npm has a package of, when this was last looked at. */
const newestNode = '26.10.0'
/** Of each kind one: payments, restarts, live mode, MCP, and what loads files and starts threads of its own. */
const endToEnd = [
  'attacks-replay',
  'clients',
  'code-review',
  'draining',
  'facilitator',
  'hash',
  'header-size',
  'live',
  'mcp-payments',
  'migrate',
  'mpp.test',
  'pending',
  'rendering',
  'sentiment-and-summaries',
  'states',
].map((name) => `test/e2e/${name}`)

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'farthing-package-'))
  archive = await pack(root)
  core = join(root, 'core')
})
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

/** The bytes of all files. */
function sizeOf(path: string): number {
  const facts = lstatSync(path)
  return facts.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : facts.size
}

describe('the core, without optional parts', () => {
  test('is installed without a warning', async () => {
    const said = await install(archive, core, '--omit=optional', '--ignore-scripts')
    expect(said).not.toMatch(/warn|deprecated/i)
  })

  test('takes less than 150 MB without the models of the text tools', () => {
    const modules = join(core, 'node_modules')
    const [size, models] = [modules, join(modules, packageName, 'dist/models')].map(sizeOf) as [number, number]
    console.log(`core: ${(size / megabyte).toFixed(1)} MB, ${(models / megabyte).toFixed(1)} MB of them models`)
    expect(size - models).toBeLessThan(150 * megabyte)
  })

  test('has no sources, tests or other files of a checkout', () => {
    const found = readdirSync(join(core, 'node_modules', packageName)).toSorted()
    expect(found).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json'])
  })

  test('says its version, and that a sandbox needs more', async () => {
    const program = installedProgram(core)
    expect((await run(process.execPath, [program, '--version'])).stdout).toBe(`${version}\n`)
    await expect(run(process.execPath, [program, 'start'], { cwd: core, env: { PATH: process.env['PATH'] } })).rejects.toThrow(
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
  beforeAll(() => {
    folder = join(root, 'whole')
  })

  test('is installed without a warning, and takes less than 650 MB', async () => {
    const said = await install(archive, folder, '--ignore-scripts')
    expect(said).not.toMatch(/warn|deprecated/i)
    const size = sizeOf(join(folder, 'node_modules'))
    console.log(`whole: ${(size / megabyte).toFixed(1)} MB`)
    expect(size).toBeLessThan(650 * megabyte)
  })

  /** Sells a call of the whole in its sandbox, and one of the core, live, on the chains of that sandbox. */
  async function sellsUnder(node: string, name: string): Promise<void> {
    const inSandbox = await startProcess(
      { DATA_DIR: join(root, name, 'sandbox'), DATABASE_URL: '' },
      folder,
      installedProgram(folder),
      node,
    )
    running.push(inSandbox)
    const bought = await run(node, [installedProgram(folder), 'pay', `${inSandbox.url}/v1/market/price/BTC`], { cwd: folder })
    expect(JSON.parse(bought.stdout)).toMatchObject({ success: true, data: { symbol: 'BTC' }, meta: { simulated: true } })

    const sandbox = (file: string): unknown => JSON.parse(readFileSync(join(root, name, 'sandbox/sandbox', file), 'utf8'))
    const { networks } = sandbox('world.json') as World
    const keys = sandbox('keys.json') as Keys
    const env = {
      DATA_DIR: join(root, name, 'live'),
      DATABASE_URL: '',
      MODE: 'live',
      PUBLIC_URL: 'https://api.example.com',
      PAY_TO: '0x00000000000000000000000000000000000a11ce',
      SIGNER_KEY: keys.signers[1]!.privateKey,
      RPC_URL_BASE: networks.find(({ slug }) => slug === 'base')!.rpcUrl,
      GAS_COIN_CEILINGS: 'ETH=0.01',
      SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
    }
    const live = await startProcess(env, core, installedProgram(core), node)
    running.push(live)
    const path = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    const paid = await run(node, [installedProgram(core), 'pay', live.url + path, '--max', '0.2', '--json'], {
      cwd: core,
      env: { PATH: process.env['PATH'], WALLET_KEY: keys.payers[0]!.privateKey },
    })
    expect(JSON.parse(paid.stdout)).toMatchObject({ outcome: 'paid', status: 200 })
    for (const service of [live, inSandbox]) {
      await service.stop()
      expect(service.child.exitCode).toBe(0)
    }
  }

  test('sells a call in its sandbox, and a live service of the core alone sells one on the chains of that sandbox', async () => {
    await sellsUnder(process.execPath, 'node-24')
  })

  test(`does the same under Node ${newestNode}`, async () => {
    const node = await installNode(newestNode, join(root, 'newest'))
    expect((await run(node, ['--version'])).stdout.trim()).toBe(`v${newestNode}`)
    await sellsUnder(node, 'node-newest')
  })

  test('passes end-to-end tests, whose services then are those of the package', async () => {
    const { stdout } = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...endToEnd], {
      env: { ...process.env, TEST_PACKAGE: join(folder, 'node_modules', packageName) },
      maxBuffer: 50 * megabyte,
    })
    const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(stdout)!.map(Number)
    console.log(`end-to-end tests of the package: ${passed} passed`)
    expect([passed! > 40, failed]).toEqual([true, 0])
  })
})
