import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../src/service/listen.ts'
import { makeSetUp, payTo, type SetUp } from '../../doctor/set-up.ts'
import { describeWith } from '../needs.ts'
import { whyNoMachine } from './fresh-machine.ts'
import { installKit, type InstalledKit } from './installed-kit.ts'

const missing = whyNoMachine()
if (missing !== null) process.stdout.write(`Skipped: the units of systemd. They need a machine of their own, and ${missing}.\n`)

await describeWith(['systemd'], 'the units of the kit', () => {
  let chain: SetUp
  let kit: InstalledKit
  beforeAll(async () => {
    if (missing !== null) return
    chain = await makeSetUp()
    kit = await installKit()
  })
  afterAll(async () => {
    await kit?.remove()
    await chain?.close()
  })

  const units = () => readdirSync('deploy').filter((name) => /\.(?:service|timer)$/.test(name))
  const inBooks = (name: string) => join(kit.placeOf('/etc'), 'farthing', name)
  const expectDone = async (line: string) => {
    const { code, out } = await kit.shell(line)
    expect(code, `${line}: ${out}`).toBe(0)
    return out
  }

  const untilItSells = (url: string) => expect.poll(async () => (await fetch(`${url}/v1/market/ohlcv/BTC`)).status).toBe(402)

  /** Starts the service by its unit, and ends it after `use`. */
  async function whileItRuns(use: (url: string) => Promise<void>): Promise<void> {
    const child = kit.execStart('farthing.service')
    const ended = once(child, 'exit')
    let said = ''
    child.stderr!.on('data', (text: Buffer) => void (said += text.toString()))
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout as Readable }).on('line', (line) => {
        if (line.includes('"event":"ready"')) resolve((JSON.parse(line) as { readonly url: string }).url)
      })
      void ended.then(([code]) => reject(new Error(`the service ended with ${code}: ${said}`)))
    })
    try {
      await use(url)
    } finally {
      child.kill('SIGTERM')
    }
    expect((await ended)[0]).toBe(0)
  }

  test.skipIf(missing !== null)(
    'are valid where the book puts them, and leave the service little that it could do to the machine',
    async () => {
      const files = units().map((name) => `/etc/systemd/system/${name}`)
      expect(await expectDone(`systemd-analyze verify --man=no ${files.join(' ')}`)).toBe('')
      // The exposure that it reckons goes from 0 to 10; `threshold` is ten times that.
      await expectDone('systemd-analyze security --offline=yes --threshold=20 /etc/systemd/system/farthing.service')
    },
  )

  test.skipIf(missing !== null)("farthingctl makes keys that only root reads, and the service's user gets them", async () => {
    const made = await expectDone('farthingctl keys new signer')
    const signer = /0x[0-9a-fA-F]{40}/.exec(made)![0]
    await chain.node.call('anvil_setBalance', signer, '0xde0b6b3a7640000')
    await expectDone('farthingctl keys new mpp')
    await expectDone(`echo '${chain.rpcUrl}' | install -m 600 /dev/stdin /etc/farthing/rpc-url-base`)
    for (const name of ['signer-key', 'mpp-secret', 'rpc-url-base'])
      expect([name, statSync(inBooks(name)).uid, statSync(inBooks(name)).mode & 0o777]).toEqual([name, 0, 0o600])
    const settings = readFileSync('deploy/farthing.env', 'utf8')
      .replace(/^PAY_TO=.*$/m, `PAY_TO=${payTo}`)
      .replace(/^METRICS_PORT=.*$/m, `METRICS_PORT=${await freePort('127.0.0.1', 0)}\nPORT=${await freePort('127.0.0.1', 0)}`)
    writeFileSync(inBooks('farthing.env'), settings)
    const doctor = (await kit.shell('farthingctl doctor --quick')).out
    expect(doctor).toMatch(/^ *ok +gas/m)
  })

  test.skipIf(missing !== null)('start the service as its user, and back up and compare while it runs', async () => {
    await whileItRuns(async (url) => {
      await untilItSells(url)
      const backup = await kit.runUnit('farthing-backup.service')
      expect(backup).toMatchObject({ code: 0, out: expect.stringContaining('Read back and whole') })
      const reconcile = await kit.runUnit('farthing-reconcile.service')
      expect(reconcile).toMatchObject({ code: 0 })
    })
    const owner = (await expectDone('id -u farthing')).trim()
    const files = [...listed('/var/lib', 'farthing'), ...listed('/var/backups', 'farthing')]
    expect(files.length).toBeGreaterThan(3)
    expect(files.filter(({ uid, mode }) => String(uid) !== owner || (mode & 0o077) !== 0)).toEqual([])
  })

  test.skipIf(missing !== null)('start the service again on a ledger that root restored by farthingctl', async () => {
    await expectDone('mv /var/lib/farthing /var/lib/farthing.old')
    await expectDone('farthingctl restore /var/backups/farthing')
    await whileItRuns(untilItSells)
  })

  /** Every file below a folder of the machine. */
  function listed(folder: '/var/lib' | '/var/backups', name: string) {
    const top = join(kit.placeOf(folder), name)
    return [top, ...readdirSync(top, { recursive: true, encoding: 'utf8' }).map((file) => join(top, file))].map((file) => {
      const { uid, mode } = statSync(file)
      return { file, uid, mode }
    })
  }
})
