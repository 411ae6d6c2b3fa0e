import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { callEveryOffer } from './every-offer.ts'
import { openMachine, whyNoMachine, type FreshMachine, type MachineSettings } from './fresh-machine.ts'

const missing = whyNoMachine()
if (missing !== null) process.stdout.write(`Skipped: odd starts on fresh machines. They need a machine of their own, and ${missing}.\n`)

const rendering = ['POST /v1/util/screenshot', 'POST /v1/util/pdf-generate']
const machines: FreshMachine[] = []
afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.remove()
})

function open(settings: MachineSettings = {}): FreshMachine {
  const machine = openMachine(settings)
  machines.push(machine)
  return machine
}

describe.skipIf(missing !== null)('the program', () => {
  test('sells no screenshot where its browser does not start, and charges nobody who asks for one', async () => {
    // On this machine a browser is a program that ends at once.
    const program = await open({ coreInstall: true, env: { BROWSER_PATH: '/bin/false' } }).start()
    const sold = async () => Object.keys(((await (await fetch(`${program.url}/openapi.json`)).json()) as { paths: object }).paths)
    await expect.poll(sold).not.toContain('/v1/util/screenshot')
    expect(await sold()).not.toContain('/v1/util/pdf-generate')
    const headers = { 'content-type': 'application/json' }
    const asked = await fetch(`${program.url}/v1/util/pdf-generate`, { method: 'POST', headers, body: '{"html":"<p>x"}' })
    expect([asked.status, ((await asked.json()) as { code: string }).code]).toEqual([503, 'offer_unavailable'])
  })

  test('renders after it was killed, over what it left and what an earlier version closed to other users', async () => {
    const machine = open({ umask: '077' })
    const first = await machine.start()
    const temporary = join(machine.directory, 'tmp')
    const browser = join(temporary, 'farthing-browser-0')
    const copies = () =>
      readdirSync(temporary).includes('farthing-browser-0') &&
      readdirSync(browser).some((name) => name.startsWith('chromium-') && readdirSync(join(browser, name)).includes('chromium'))
    await expect.poll(copies).toBe(true)
    await first.stop('SIGKILL')
    for (const name of [...readdirSync(browser, { recursive: true, encoding: 'utf8' }), '.']) {
      const path = join(browser, name)
      chmodSync(path, statSync(path).mode & 0o700)
    }
    const second = await machine.start()
    const called = await callEveryOffer(second.url, rendering)
    expect(called.filter(({ fault }) => fault !== null)).toEqual([])
    expect(called.map(({ call }) => call).toSorted()).toEqual(rendering.toSorted())
    expect(await second.stop()).toBe(0)
  })

  test('says in a sentence that its port is taken, and what to type', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    try {
      await expect(open({ env: { PORT: String(port) } }).start()).rejects.toThrow(
        `farthing: port ${port} of 127.0.0.1 is taken by another program, which \`ss -ltnp 'sport = :${port}'\` names: stop that, or set PORT=${port + 1}`,
      )
    } finally {
      other.close()
    }
  })

  test('names a file of settings that is missing, and a setting that is misspelt', async () => {
    await expect(open({ args: ['--env-file', '/srv/home/settings'] }).start()).rejects.toThrow(
      "the file of --env-file can't be read: /srv/home/settings does not exist",
    )
    const machine = open({ args: ['--env-file=/srv/home/settings'] })
    writeFileSync(join(machine.directory, 'home/settings'), 'PRTO=4021\n')
    const { log } = await machine.start()
    expect(log.map(({ msg }) => msg)).toContainEqual(expect.stringMatching(/PRTO.*PORT/))
  })

  test('says which folder it may not open, and how it may', async () => {
    await expect(open({ uid: 61_234, before: ['chown 0 /srv/data'] }).start()).rejects.toThrow(/\/srv\/data.*(?:chown|DATA_DIR)/)
  })
})
