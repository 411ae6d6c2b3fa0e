import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, loadConfig, loadWalletConfig } from './config.ts'
import { errorsOf, key, live } from './config.fixture.ts'

const otherKey = `0x${'22'.repeat(32)}`
const directory = mkdtempSync(join(tmpdir(), 'farthing-config-'))
afterAll(() => rmSync(directory, { recursive: true }))

describe('a secret', () => {
  const file = join(directory, 'signer-key')
  writeFileSync(file, `${key},${otherKey}\n`, { mode: 0o600 })

  test('may come from a file', () => {
    const { SIGNER_KEY: _, ...others } = live
    expect(loadConfig({ ...others, SIGNER_KEY_FILE: file })).toMatchObject({ signerKeys: [key, otherKey] })
  })

  test('set directly and as a file is an error, and so is a missing or empty file', () => {
    const { SIGNER_KEY: _, ...others } = live
    const empty = join(directory, 'empty')
    writeFileSync(empty, '\n', { mode: 0o600 })
    expect(errorsOf({ ...live, SIGNER_KEY_FILE: file })).toEqual([expect.stringContaining('set twice')])
    expect(errorsOf({ ...others, SIGNER_KEY_FILE: join(directory, 'nowhere') })).toEqual([expect.stringContaining('ENOENT')])
    expect(errorsOf({ ...others, SIGNER_KEY_FILE: empty })).toEqual([expect.stringContaining('empty')])
  })

  test('in a file that other users may read is an error', () => {
    const { SIGNER_KEY: _, ...others } = live
    const open = join(directory, 'open')
    writeFileSync(open, key, { mode: 0o644 })
    expect(errorsOf({ ...others, SIGNER_KEY_FILE: open })).toEqual([expect.stringContaining('chmod 600')])
  })

  test('that is a credential of systemd may show its access list as rights of a group, but none of others', () => {
    const { SIGNER_KEY: _, ...others } = live
    const credential = join(directory, 'credential')
    writeFileSync(credential, key, { mode: 0o440 })
    const given = { ...others, SIGNER_KEY_FILE: credential }
    expect(loadConfig({ ...given, CREDENTIALS_DIRECTORY: directory })).toMatchObject({ signerKeys: [key] })
    const elsewheres: Record<string, string>[] = [
      {},
      { CREDENTIALS_DIRECTORY: join(directory, 'other') },
      { CREDENTIALS_DIRECTORY: tmpdir() },
    ]
    for (const elsewhere of elsewheres) expect(errorsOf({ ...given, ...elsewhere })).toEqual([expect.stringContaining('chmod 600')])
    chmodSync(credential, 0o444)
    expect(errorsOf({ ...given, CREDENTIALS_DIRECTORY: directory })).toEqual([expect.stringContaining('chmod 600')])
  })

  test('never appears in an error message', () => {
    const wrong = { ...live, SIGNER_KEY: 'hunter2hunter2', RPC_URL_BASE: 'ftp://nodesecret', METRICS_TOKEN: 'a b c secret' }
    expect(errorsOf(wrong)).toHaveLength(3)
    expect(errorsOf(wrong).join('\n')).not.toMatch(/hunter2|nodesecret|a b c/)
  })

  test('is passed to the log for redaction, whole and in its parts', () => {
    expect(loadConfig({ ...live, SIGNER_KEY: `${key}, ${otherKey}` }).secrets).toEqual(
      expect.arrayContaining([key, otherKey, 'https://base.example/v2/nodesecret']),
    )
  })
})

test('the wallet key is read on its own', () => {
  expect(loadWalletConfig({ PORT: 'x' })).toEqual({ walletKey: null })
  expect(loadWalletConfig({ WALLET_KEY: key })).toEqual({ walletKey: key })
  expect(() => loadWalletConfig({ WALLET_KEY: 'x' })).toThrow(ConfigError)
})
