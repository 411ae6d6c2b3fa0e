import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mcpCommand } from './mcp.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farthing-test-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** With a host that goes at once, and no service. */
async function run(args: readonly string[], env: Record<string, string> = {}) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const texts = { out: '', err: '' }
  stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()))
  stdin.end()
  const all = ['--url', 'http://127.0.0.1:1', '--data-dir', join(directory, 'wallet'), ...args]
  const code = await mcpCommand(all, { stdin, stdout, err: (text) => void (texts.err += text), env })
  return { code, ...texts }
}

function keyFile(mode: number): { path: string; address: string } {
  const key = generatePrivateKey()
  const path = join(directory, 'key')
  writeFileSync(path, key)
  chmodSync(path, mode)
  return { path, address: privateKeyToAccount(key).address }
}

describe('farthing mcp', () => {
  test('says on stderr whose money may be spent and how much, and ends with its host; stdout is for MCP only', async () => {
    const { path, address } = keyFile(0o600)
    const { code, out, err } = await run(['--wallet', '--key-file', path])
    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(err).toContain(`up to $0.1 a call and $1 a UTC day (real USDC of ${address})`)
    expect(await run(['--wallet'], { WALLET_KEY_FILE: path })).toMatchObject({ code: 0, err: expect.stringContaining(address) })
    expect(await run(['--wallet'])).toMatchObject({ code: 0, err: expect.stringContaining('no key, so sandboxes only') })
    expect(await run([], { WALLET_KEY_FILE: path })).toMatchObject({ code: 0, err: expect.stringContaining('without a wallet') })
  })

  test.each([0o640, 0o604, 0o660])('accepts no key from a file that others may read or change (%o)', async (mode) => {
    const { path } = keyFile(mode)
    for (const outcome of [await run(['--wallet', '--key-file', path]), await run(['--wallet'], { WALLET_KEY_FILE: path })])
      expect(outcome).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/open to other users \(mode \d{3}\): chmod 600/) })
  })

  test('never repeats a key, not even a wrong one', async () => {
    expect(await run(['--wallet'], { WALLET_KEY: 'nonsense' })).toMatchObject({ code: 2, err: expect.not.stringContaining('nonsense') })
    expect(await run(['--wallet', '--key-file', join(directory, 'none')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('ENOENT'),
    })
  })

  test('without a home directory, or in one that cannot be written to, says to name a directory', async () => {
    const home = process.env['HOME']
    const withoutDirectory = { stdin: new PassThrough(), stdout: new PassThrough(), err: (text: string) => void (said += text), env: {} }
    let said = ''
    try {
      process.env['HOME'] = ''
      expect(await mcpCommand(['--wallet', '--url', 'http://127.0.0.1:1'], withoutDirectory)).toBe(2)
      expect(said).toContain('this user has no home directory for the record of what was spent: name a directory with --data-dir')
      writeFileSync(join(directory, 'file'), '')
      process.env['HOME'] = join(directory, 'file')
      expect(await mcpCommand(['--wallet', '--url', 'http://127.0.0.1:1'], withoutDirectory)).toBe(1)
      expect(said).toContain(
        `this user can't keep the record of what was spent in ${directory}/file/.farthing/wallet: name a directory of its own with --data-dir`,
      )
    } finally {
      process.env['HOME'] = home
    }
  })

  test('records what it spends in a directory of its user', async () => {
    await run(['--wallet'])
    expect(statSync(join(directory, 'wallet')).mode & 0o777).toBe(0o700)
    expect(statSync(join(directory, 'wallet/spending.db')).mode & 0o777).toBe(0o600)
  })

  test('ends with 2 when it is used wrongly', async () => {
    expect(await run(['--max-per-day', 'much'])).toMatchObject({ code: 2, err: expect.stringContaining('--max-per-day') })
  })
})
