import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import { expensivePath } from '../killable-service.ts'
import { pay, receiptOf } from '../signed-payments.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { buildImage, makeNodeImage, openContainer, openImages, type Container, type Images } from './container.ts'
import { has, printed } from './kit-programs.ts'

const missing = ['buildah', 'debootstrap', 'unshare', 'setpriv'].filter((program) => !has(program))
const image = 'localhost/farthing:test'
const forty = 40 * 60_000

describe('the Dockerfile', () => {
  if (missing.length > 0 || process.getuid?.() !== 0)
    return test.skip(`it needs root and these programs, which this machine does not have: ${missing.join(', ')}`, () => {})

  let images: Images
  let container: Container
  let sandbox: Sandbox
  beforeAll(async () => {
    // Not in memory: the layers of a build are some gigabytes.
    images = openImages(process.env['TEST_IMAGES'] ?? mkdtempSync('/var/tmp/farthing-images-'))
    sandbox = await sharedSandbox()
    if (process.env['TEST_IMAGES'] === undefined) {
      await makeNodeImage(images, 'docker.io/library/node:24-bookworm-slim')
      await buildImage(images, process.cwd(), image)
    }
    container = await openContainer(images, image)
  }, forty)
  afterAll(async () => {
    await printed('buildah', [...images.store, 'umount', '--all'])
    if (process.env['TEST_IMAGES'] === undefined) rmSync(images.directory, { recursive: true, force: true })
  })

  async function ends(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
    const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
    return { code: code as number | null, out, err }
  }

  test('gives an image of another user than root, who can write to the volume and to nothing else', async () => {
    expect(container.settings.User).toBe('1000:1000')
    const tried = 'id -u; touch /opt/farthing/x || touch /etc/x || touch "$DATA_DIR/x" && echo volume; grep CapEff /proc/self/status'
    const { out } = await ends(container.run(['sh', '-c', tried], {}))
    expect(out).toMatch(/^1000\nvolume\nCapEff:\t0{16}\n$/)
  })

  test('is small', async () => {
    const bytes = Number((await printed('du', ['-sb', join(container.root, 'opt/farthing')])).split('\t')[0])
    console.log(`the program in the image: ${(bytes / 1e6).toFixed(1)} MB`)
    expect(bytes).toBeLessThan(180_000_000)
  })

  test('says which settings are missing, and ends', async () => {
    const { Entrypoint, Cmd } = container.settings
    const { code, err } = await ends(container.run([...Entrypoint, ...Cmd], {}))
    expect([code, err]).toEqual([2, expect.stringContaining('PAY_TO is required with MODE=live')])
  })

  test('gives a service that sells, is healthy while it does, and ends in order', async () => {
    const { Entrypoint, Cmd, Healthcheck } = container.settings
    const port = '14020'
    const env = {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PAY_TO: '0x00000000000000000000000000000000000a11ce',
      RPC_URL_BASE: sandbox.world.networks.find(({ slug }) => slug === 'base')!.rpcUrl,
      SIGNER_KEY: sandbox.signerKeys[0]!,
      GAS_COIN_CEILINGS: 'ETH=0.01',
      SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
      LOG_LEVEL: 'error',
    }
    const isHealthy = async () => (await ends(container.run(Healthcheck.Test.slice(1), { PORT: port }))).code === 0
    expect(await isHealthy()).toBe(false)
    const child = container.run([...Entrypoint, ...Cmd], env)
    const ended = ends(child)
    try {
      await expect.poll(isHealthy, { timeout: 120_000 }).toBe(true)
      const account = privateKeyToAccount(generatePrivateKey())
      await sandbox.world.fund(account.address, '1')
      const paid = await pay(env.PUBLIC_URL, account, { path: expensivePath })
      expect([paid.status, (await receiptOf(paid)).state]).toEqual([200, 'settled'])
    } finally {
      child.kill('SIGTERM')
    }
    expect(await ended).toMatchObject({ code: 0, err: '' })
  })
})
