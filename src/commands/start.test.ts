import { execFile } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../store/sqlite/store.fixture.ts'
import { runHere } from './run-here.fixture.ts'

/** Starts the service as a process that is expected to end by itself. */
function start(env: Record<string, string>): Promise<{ code: number; err: string }> {
  return new Promise((resolve) => {
    const settings = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...env }
    const child = execFile(join(process.cwd(), 'bin/farthing'), ['start'], { env: settings }, (_, __, err) =>
      resolve({ code: child.exitCode!, err }),
    )
  })
}

test('a misspelt setting is named beside those that are missing without it', async () => {
  const { code, err } = await runHere(['start'], {
    MODE: 'live',
    PUBLC_URL: 'https://api.example.com',
    PAY_TO: `0x${'1'.repeat(40)}`,
    RPC_URL_BASE: 'http://127.0.0.1:1',
  })
  expect([code, err]).toEqual([
    2,
    'farthing start: 2 settings are wrong:\n- PUBLIC_URL is required with MODE=live\n- PUBLC_URL is not a setting: did you mean PUBLIC_URL?\n',
  ])
})

test('a port that is taken ends the start before the sandbox, with a sentence that says what to type; a misspelt PORT is named', async () => {
  using directory = temporaryDirectory()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const { code, err } = await start({ DATA_DIR: join(directory.path, 'data'), PORT: String(port), PRTO: '4021' })
    expect(code).toBe(1)
    const lines = err.trim().split('\n')
    const sentence = `port ${port} of 127.0.0.1 is taken by another program, which \`ss -ltnp 'sport = :${port}'\` names: stop that, or set PORT=${port + 1}`
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([`farthing: ${sentence}`])
    const logged = lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg: string; reason?: string; err?: unknown })
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'PRTO is not a setting: did you mean PORT?' }))
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'the service could not start', reason: sentence }))
    expect(logged.filter((line) => line.err !== undefined)).toEqual([])
  } finally {
    server.close()
  }
})
