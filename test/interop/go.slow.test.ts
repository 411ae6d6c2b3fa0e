import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { startTestService, type TestService } from '../start-test-service.ts'
import { clientInput, clientWallet, expectPaidEverywhere, printedCalls } from './paying-clients.ts'

const run = promisify(execFile)
const hasGo = spawnSync('go', ['version']).status === 0
const module = 'github.com/x402-foundation/x402/go'
/**
 * The folder `go` of a checkout of x402 (docs/clients.md). The tags of the module begin with v2 and its path does not end with it, so
 * Go cannot install it by version.
 */
const source = process.env['X402_GO_SOURCE']

describe.skipIf(!hasGo || source === undefined)('the client for Go', () => {
  let service: TestService
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'farthing-go-'))
    service = await startTestService()
  })
  afterAll(async () => {
    await service?.close()
    await rm(directory, { recursive: true, force: true })
  })

  test('pays and gets its answer on every network', async () => {
    await copyFile(join(import.meta.dirname, 'go-client/main.go'), join(directory, 'main.go'))
    const requirement = `require ${module} v0.0.0\n\nreplace ${module} => ${source}\n`
    await writeFile(join(directory, 'go.mod'), `module client\n\ngo 1.24.0\n\n${requirement}`)
    await run('go', ['mod', 'tidy'], { cwd: directory, maxBuffer: 2 ** 26 })
    await run('go', ['build', '-o', 'client', '.'], { cwd: directory, maxBuffer: 2 ** 26 })
    const wallet = await clientWallet(service)
    await expectPaidEverywhere(service, wallet, await printedCalls(join(directory, 'client'), [], clientInput(service, wallet)))
  })
})
