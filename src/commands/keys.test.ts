import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeRpc, type NodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { temporaryWorld } from '../../sandbox/tests/temporary-world.ts'
import type { World } from '../../sandbox/world.ts'
import { runOperator } from '../../test/operate/run-operator.ts'
import { keysCommand } from './keys.ts'

const root = mkdtempSync(join(tmpdir(), 'farthing-keys-command-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const keys = (env: Record<string, string>, ...args: string[]) => runOperator(keysCommand, { DATA_DIR: root, ...env }, ...args)
const text = (file: string) => readFileSync(file, 'utf8')

describe('farthing keys new', () => {
  test.each(['signer', 'refund', 'wallet'])(
    'makes the key of a %s in a file for its owner only, and prints the address alone',
    async (what) => {
      const file = join(root, what)
      const before = process.umask(0)
      const made = await keys({}, 'new', what, file).finally(() => process.umask(before))
      const key = text(file).trim() as `0x${string}`
      expect(key).toMatch(/^0x[0-9a-f]{64}$/)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(made).toMatchObject({ code: 0, err: '' })
      expect(made.out.toLowerCase()).toContain(privateKeyToAddress(key).toLowerCase())
      expect(made.out).toContain(`_KEY_FILE=${file}`)
      expect(made.out + made.err).not.toContain(key.slice(2))
    },
  )

  test.each(['mpp', 'token'])('makes a secret of 32 bytes for %s, and prints nothing of it', async (what) => {
    const file = join(root, what)
    const made = await keys({}, 'new', what, file)
    expect(text(file)).toMatch(/^[0-9a-f]{64}\n$/)
    expect([made.code, made.out.includes(text(file).trim())]).toEqual([0, false])
  })

  test('takes the file of the setting, and never overwrites one', async () => {
    const file = join(root, 'of-the-setting')
    expect(await keys({ SIGNER_KEY_FILE: file }, 'new', 'signer', '--json')).toMatchObject({ code: 0 })
    const key = text(file)
    const again = await keys({ SIGNER_KEY_FILE: file }, 'new', 'signer')
    expect([again.code, again.err]).toEqual([
      1,
      `farthing keys: ${file} was not made: it is there already, and what is in it may be in use. Name another file; farthing keys rotate replaces a secret\n`,
    ])
    expect(text(file)).toBe(key)
  })

  test('says what is missing', async () => {
    expect(await keys({}, 'new', 'signer')).toMatchObject({ code: 2, err: expect.stringContaining('name a file, or set SIGNER_KEY_FILE') })
    expect(await keys({}, 'new')).toMatchObject({ code: 2, err: expect.stringContaining('what to make is signer, refund') })
    const file = join(root, 'nowhere/signer')
    expect(await keys({}, 'new', 'signer', file)).toEqual({
      code: 1,
      out: '',
      err: `farthing keys: ${file} was not made: there is no directory ${root}/nowhere; install -d -m 700 ${root}/nowhere\n`,
    })
  })
})

describe('farthing keys rotate signer', () => {
  let world: World
  let node: NodeRpc
  beforeAll(async () => {
    world = await temporaryWorld({ networks: ['eip155:8453', 'eip155:137'] })
    node = nodeRpc(world.networks[0]!.rpcUrl)
  })
  afterAll(() => world?.close())

  const settings = (file: string, more: Record<string, string> = {}) => ({
    MODE: 'live',
    PUBLIC_URL: 'https://api.example.com',
    PAY_TO: '0x00000000000000000000000000000000000a11ce',
    SIGNER_KEY_FILE: file,
    RPC_URL_BASE: world.networks[0]!.rpcUrl,
    ...more,
  })

  test('adds no second key, and does not let one without gas send', async () => {
    const file = join(root, 'rotated')
    writeFileSync(file, world.signerKeys[0]!, { mode: 0o600 })
    const step = (...args: string[]) => keys(settings(file, { RPC_URL_POLYGON: world.networks[1]!.rpcUrl }), 'rotate', 'signer', ...args)
    const prepared = await step('prepare')
    const [address] = /0x[0-9a-fA-F]{40}/.exec(prepared.out)!
    const second = await step('prepare')
    expect([second.code, second.err]).toEqual([
      1,
      `farthing keys: a rotation is under way: ${address} was added already, and switch comes next\n`,
    ])
    expect(text(file).split(',')).toHaveLength(2)

    const both = text(file)
    expect(await step('switch')).toMatchObject({
      code: 1,
      err: `farthing keys: ${address} can't send yet: on Base it has no gas for a settlement; on Polygon it has no gas for a settlement. Send it money for gas, or switch with --now where the old key has leaked; nothing was changed\n`,
    })
    await node.call('anvil_setBalance', address, '0xde0b6b3a7640000')
    expect((await step('switch')).err).toContain(`can't send yet: on Polygon it has no gas for a settlement. Send`)
    expect(text(file)).toBe(both)
    await nodeRpc(world.networks[1]!.rpcUrl).call('anvil_setBalance', address, '0xde0b6b3a7640000')
    expect(await step('switch')).toMatchObject({ code: 0, out: expect.stringContaining(`${address} sends all new settlements`) })
    expect(
      readdirSync(root)
        .filter((name) => name.startsWith('rotated'))
        .toSorted(),
    ).toEqual(['rotated', 'rotated.retiring'])
    // The next rotation may begin.
    expect((await step('prepare')).code).toBe(0)
  })

  test('does not switch where nobody says what gas the new key has, unless it must', async () => {
    const file = join(root, 'unknown')
    writeFileSync(file, world.signerKeys[0]!, { mode: 0o600 })
    await keys(settings(file), 'rotate', 'signer', 'prepare')
    const silent = settings(file, { RPC_URL_BASE: 'http://127.0.0.1:1' })
    expect((await keys(silent, 'rotate', 'signer', 'switch')).err).toContain('on Base no node says what gas it has')
    expect((await keys({ SIGNER_KEY_FILE: file }, 'rotate', 'signer', 'switch')).err).toContain('no RPC_URL_… is set here')
    expect(await keys(silent, 'rotate', 'signer', 'switch', '--now')).toMatchObject({ code: 0 })
    expect(await keys(silent, 'rotate', 'signer', 'prepare', '--now')).toMatchObject({ code: 2 })
  })

  test('has one key: there is nothing to switch to', async () => {
    const file = join(root, 'single')
    writeFileSync(file, generatePrivateKey(), { mode: 0o600 })
    expect((await keys(settings(file), 'rotate', 'signer', 'switch')).err).toContain('there is one key only: prepare a new one first')
  })

  test.skipIf(process.geteuid?.() !== 0)('of root leaves the files to their owner', async () => {
    const directory = mkdtempSync(join(root, 'owned-'))
    const [file, secret] = [join(directory, 'signer'), join(directory, 'mpp-secret')]
    writeFileSync(file, world.signerKeys[0]!, { mode: 0o600 })
    writeFileSync(secret, 'a-secret-of-more-than-32-characters-in-all', { mode: 0o600 })
    for (const path of [directory, file, secret]) chownSync(path, 31_337, 31_337)
    await keys(settings(file), 'rotate', 'signer', 'prepare')
    await keys(settings(file), 'rotate', 'signer', 'switch', '--now')
    await keys({ DATA_DIR: directory }, 'rotate', 'mpp', 'prepare')
    await keys({}, 'new', 'token', join(directory, 'token'))
    const names = readdirSync(directory).toSorted()
    expect(names).toEqual(['mpp-secret', 'mpp-secret.rotation', 'signer', 'signer.retiring', 'token'])
    expect(names.map((name) => statSync(join(directory, name)).uid)).toEqual(names.map(() => 31_337))
  })
})
