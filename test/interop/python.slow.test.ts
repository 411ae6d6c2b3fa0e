import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { hasPython, pythonEnvironment } from '../python-environment.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { clientInput, clientWallet, expectPaidEverywhere, printedCalls } from './paying-clients.ts'

// The official clients for Python, unmodified, at these versions. The wrapper for MCP in x402 needs a session of the first MCP client.
const x402 = ['x402[httpx,evm]==2.25.0']
const environments = { new: [...x402, 'mcp==2.3.0'], first: [...x402, 'mcp==1.30.0'] }

describe.skipIf(!hasPython)('a client for Python pays and gets its answer on every network', () => {
  let service: TestService
  let directory: string
  let bins: { readonly new: string; readonly first: string }
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'farthing-python-'))
    bins = {
      new: await pythonEnvironment(join(directory, 'new'), environments.new),
      first: await pythonEnvironment(join(directory, 'first'), environments.first),
    }
    service = await startTestService()
  })
  afterAll(async () => {
    await service?.close()
    await rm(directory, { recursive: true, force: true })
  })

  test.each([
    ['x402 2.25.0 with httpx', 'pay_by_x402.py', 'new'],
    ['mcp 2.3.0 with terms that x402 signs', 'pay_by_mcp.py', 'new'],
    ['mcp 1.30.0 in the wrapper of x402', 'pay_by_x402_session.py', 'first'],
  ] as const)('%s', async (_, script, environment) => {
    const wallet = await clientWallet(service)
    const program = join(bins[environment], 'python')
    const calls = await printedCalls(program, ['-B', join(import.meta.dirname, 'python', script)], clientInput(service, wallet))
    await expectPaidEverywhere(service, wallet, calls)
  })
})
