import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeWith } from '../needs.ts'
import { callEveryOffer, type Called } from './every-offer.ts'
import { browsersHere, openMachine, whyNoMachine, type FreshMachine, type MachineSettings } from './fresh-machine.ts'

const missing = whyNoMachine()
if (missing !== null) process.stdout.write(`Skipped: the program on fresh machines. It needs a machine of its own, and ${missing}.\n`)

const rendering = ['POST /v1/util/screenshot', 'POST /v1/util/pdf-generate']
const text = ['POST /v1/ai/summarize', 'POST /v1/ai/code-review']
/** Of all operations that a core install sells. The others are free, or have free calls, as the first one of a wallet. */
const minPaid = 20

/** Starts the program on a fresh machine, buys everything that it sells, and ends it. */
async function buyEverything(settings: MachineSettings): Promise<readonly Called[]> {
  const machine = openMachine(settings)
  try {
    const program = await machine.start()
    const called = await callEveryOffer(program.url)
    expect(await program.stop()).toBe(0)
    expect(called.filter(({ fault }) => fault !== null)).toEqual([])
    expect(called.filter(({ paid }) => paid).length).toBeGreaterThanOrEqual(minPaid)
    expect(program.log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([])
    expect(filesForOthers(machine)).toEqual([])
    return called
  } finally {
    await machine.remove()
  }
}

/** What the program wrote beside its browser, and users other than its own can read. */
function filesForOthers({ directory }: FreshMachine): readonly string[] {
  return ['data', 'home'].flatMap((folder) =>
    readdirSync(join(directory, folder), { recursive: true, encoding: 'utf8' }).filter(
      (name) => (statSync(join(directory, folder, name)).mode & 0o077) !== 0,
    ),
  )
}

const callsOf = (called: readonly Called[]) => called.map(({ call }) => call)

describe.skipIf(missing !== null)('everything that is sold is answered as its schema says, to the stock client, on a fresh machine', () => {
  test('of root with umask 077, in a folder that is closed to the user of the browser', async () => {
    const called = await buyEverything({ umask: '077', isClosed: true })
    expect(callsOf(called)).toEqual(expect.arrayContaining([...rendering, ...text]))
  })

  test('without a browser, in the core install, as root with umask 022', async () => {
    const called = await buyEverything({ umask: '022', coreInstall: true, without: browsersHere() })
    for (const call of [...rendering, ...text]) expect(callsOf(called)).not.toContain(call)
  })

  test('of a user without an account, with umask 077, in Turkish, in Kathmandu, where only the data and temporary folders can be written to and the one that is named runs no programs', async () => {
    const uid = 61_234
    const called = await buyEverything({
      uid,
      umask: '077',
      before: [
        // A container may have as little.
        'mount -t tmpfs -o size=64m,mode=1777 tmpfs /dev/shm',
        'mkdir -m 700 /tmp/closed /tmp/closed/tmp',
        'mount -t tmpfs -o noexec,mode=700 tmpfs /tmp/closed/tmp',
        `chown ${uid} /tmp/closed /tmp/closed/tmp`,
        'mount -o remount,bind,ro /srv/home',
        'mount -o remount,bind,ro /',
      ],
      env: { TMPDIR: '/tmp/closed/tmp', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Asia/Kathmandu' },
    })
    expect(callsOf(called)).toEqual(expect.arrayContaining([...rendering, ...text]))
  })
})

/** Chromium starts in the core install, which has no browser of its own. */
await describeWith(['chromium'], "with Debian's Chromium in the core install, of an ordinary user with umask 022", () => {
  test.skipIf(missing !== null)('all the same', async () => {
    const called = await buyEverything({ uid: 65_534, umask: '022', coreInstall: true })
    expect(callsOf(called)).toEqual(expect.arrayContaining(rendering))
  })
})
