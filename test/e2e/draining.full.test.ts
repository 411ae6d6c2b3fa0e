import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import { pay, priceOfBitcoin } from '../signed-payments.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'

let directory: string
let sandbox: Sandbox
let service: ServiceProcess
beforeAll(async () => {
  sandbox = await sharedSandbox()
  directory = await mkdtemp(join(tmpdir(), 'farthing-draining-'))
  service = await startProcess({ DATA_DIR: directory, SANDBOX_WORLD: sandbox.file, DRAIN_SECONDS: '2' })
})
afterAll(async () => {
  service?.child.kill('SIGKILL')
  await rm(directory, { recursive: true, force: true })
})

test("all that a service writes is its own user's alone", async () => {
  const paths = (await readdir(directory, { recursive: true })).filter((path) => !path.startsWith('sandbox'))
  expect(paths).toEqual(expect.arrayContaining(['farthing.db', 'mpp-secret']))
  for (const path of paths) expect({ path, open: (await stat(join(directory, path))).mode & 0o077 }).toEqual({ path, open: 0 })
})

test('a service that is told to stop says so first, keeps selling, and then stops in order', async () => {
  const { payer } = (await (await fetch(`${service.url}/sandbox`)).json()) as { payer: { privateKey: `0x${string}` } }
  const account = privateKeyToAccount(payer.privateKey)
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  const toldAt = performance.now()
  service.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status, { interval: 20 }).toBe(503)

  const sold = await pay(service.url, account, { path: priceOfBitcoin })
  expect([sold.status, sold.headers.get('connection')]).toEqual([200, 'close'])

  expect(await service.ended).toBeNull()
  expect(service.child.exitCode).toBe(0)
  expect(performance.now() - toldAt).toBeGreaterThan(2_000)
  await expect(fetch(`${service.url}/readyz`)).rejects.toThrow('fetch failed')
})
