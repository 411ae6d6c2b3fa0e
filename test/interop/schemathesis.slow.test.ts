import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPython, pythonEnvironment } from '../python-environment.ts'
import { startTestService, untilIndexed, untilTextToolsAnswer, type TestService } from '../start-test-service.ts'
import { openPayingForwarder, type PayingForwarder } from './paying-forwarder.ts'

const schemathesis = 'schemathesis==4.32.5'

/** What must hold of every answer: no 5xx, and nothing that the document does not declare. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

describe.skipIf(!hasPython)('schemathesis', () => {
  let service: TestService
  let forwarder: PayingForwarder
  let directory: string
  let program: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'farthing-schemathesis-'))
    program = join(await pythonEnvironment(join(directory, 'venv'), [schemathesis]), 'st')
    service = await startTestService({ env: { UNCHARGED_RUNS_PER_HOUR: '10000', FREE_QUOTA_PER_DAY: '100000' } })
    await Promise.all([untilIndexed(service, 'transfers'), untilTextToolsAnswer(service)])
    forwarder = await openPayingForwarder(service)
  })
  afterAll(async () => {
    await forwarder?.close()
    await service?.close()
    await rm(directory, { recursive: true, force: true })
  })

  /** Runs it with a fixed seed; gives its exit code and what it printed. */
  async function run(address: string, ...options: string[]): Promise<{ readonly code: number | null; readonly printed: string }> {
    const child = spawn(program, ['run', address, '--seed', '1', '--no-color', '--checks', checks.join(','), ...options], {
      cwd: directory,
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
    if (process.env['SHOW_OUTPUT'] !== undefined) process.stderr.write(printed)
    return { code, printed }
  }

  test('finds no 5xx and no undeclared answer to calls without payment, made from /openapi.json', async () => {
    const options = ['--max-examples', '15', '--checks', [...checks, 'unsupported_method'].join(',')]
    const { code, printed } = await run(`${service.url}/openapi.json`, ...options)
    expect(code, printed).toBe(0)
    expect(printed).toMatch(/Tested: \d{2}/)
  })

  test('finds no 5xx and no answer off its full schema to calls that are paid for', async () => {
    // Pages that a browser renders take seconds each.
    const options = [
      '--url',
      forwarder.url,
      '--phases',
      'examples,fuzzing',
      '--max-examples',
      '3',
      '--exclude-path-regex',
      '/v1/util/(?:screenshot|pdf)',
    ]
    const { code, printed } = await run(`${service.url}/reference/openapi.json`, ...options)
    expect(code, printed).toBe(0)
    // So many that each offer was paid for, most of them with other inputs than its example too.
    expect(forwarder.paid()).toBeGreaterThan(service.parts.catalog.offers.length)
  })
})
