import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientInput, clientWallet, expectPaidEverywhere, printedCalls } from '../../interop/paying-clients.ts'
import { hasPython, pythonEnvironment } from '../../python-environment.ts'
import { startTestService, type TestService } from '../../start-test-service.ts'

// Both hash the list of id and realm for the nonce.
const versions = ['0.15.0', '0.16.0']

if (!hasPython) process.stdout.write('Skipped: the official MPP client for Python. There is no python3 with venv here.\n')

const script = (name: string) => join(import.meta.dirname, 'python', name)

describe.skipIf(!hasPython)('the official MPP client for Python pays and gets its answer on every network', () => {
  let service: TestService
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'farthing-python-'))
    service = await startTestService()
  })
  afterAll(async () => {
    await service?.close()
    await rm(directory, { recursive: true, force: true })
  })

  test.each(versions)('pympp %s', async (version) => {
    const bin = await pythonEnvironment(join(directory, version), [`pympp[evm]==${version}`])
    const wallet = await clientWallet(service)
    const tokens = [...service.parts.chains.values()].map(({ network: { id, asset, domain } }) => [id, asset, domain.name, domain.version])
    const input = JSON.stringify({ ...(JSON.parse(clientInput(service, wallet)) as object), tokens })
    const calls = await printedCalls(join(bin, 'python'), ['-B', script('pay_by_mpp.py')], input)
    expect(calls.map(({ status }) => status)).toEqual(tokens.map(() => 200))
    await expectPaidEverywhere(service, wallet, calls)
  })
})

describe.skipIf(!hasPython)('a seller by the official MPP package for Python', () => {
  let directory: string
  beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'farthing-python-'))))
  afterAll(() => rm(directory, { recursive: true, force: true }))

  test('is paid by farthing pay, which tries the other form of the nonce where the first is refused for nothing', async () => {
    const bin = await pythonEnvironment(join(directory, 'seller'), [`pympp[evm]==${versions.at(-1)}`])
    const token = JSON.stringify(['eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin', '2'])
    const seller = spawn(join(bin, 'python'), ['-B', script('sell_by_mpp.py'), token], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const lines = createInterface({ input: seller.stdout })
      const [port] = (await once(lines, 'line')) as [string]
      const settled: string[] = []
      lines.on('line', (line) => void settled.push(line))
      const args = ['src/main.ts', 'pay', `http://127.0.0.1:${port}/tides`, '--protocol', 'mpp', '--json']
      const pay = (more: string[]) =>
        promisify(execFile)(process.execPath, [...args, ...more], { env: { ...process.env, WALLET_KEY: generatePrivateKey() } })
      const { stdout } = await pay([])
      expect(JSON.parse(stdout)).toMatchObject({ status: 200 })
      expect(settled).toEqual(['settled'])
      // Both signatures together would be over this limit.
      await expect(pay(['--max', '0.015'])).rejects.toMatchObject({ code: 4 })
      expect(settled).toHaveLength(1)
    } finally {
      seller.kill()
    }
  })
})
