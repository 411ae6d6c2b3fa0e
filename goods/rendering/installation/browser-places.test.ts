import { chmod, chown, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPlaces, installationDirectories } from './browser-places.ts'
import { browserUser, type BrowserUser } from './browser-user.ts'

const isRoot = process.getuid?.() === 0
if (!isRoot)
  console.warn('Only root can give the browser a user of its own: the test of a directory that this user cannot reach is left out.')

let home: string
let user: BrowserUser | null
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'farthing-places-'))
  await chmod(home, 0o755)
  user = await browserUser()
})
afterAll(() => rm(home, { recursive: true, force: true }))

const find = (directories: readonly string[], bytes = 1) => findPlaces(directories, { user, bytesNeeded: async () => bytes })

test.runIf(isRoot)('a directory below one that is closed to the user of the browser is passed over', async () => {
  const closed = join(home, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const { installation, passedOver } = await find([join(closed, 'browser'), join(home, 'open')])
  expect(installation).toBe(join(home, 'open'))
  expect(passedOver).toEqual([
    `${join(closed, 'browser')} can't be reached by the user of the browser: a directory above it is closed to others`,
  ])
})

test('a directory without room for the browser is passed over, and says how much it lacks', async () => {
  await expect(find([join(home, 'small')], 1e18)).rejects.toThrow(/small has \d+ MB free, and 1000000000000 MB are needed$/)
})

test('a directory that others can write to, or that is a file, is passed over', async () => {
  await mkdir(join(home, 'shared'))
  await chmod(join(home, 'shared'), 0o777)
  await writeFile(join(home, 'file'), '')
  const { installation, passedOver } = await find([join(home, 'shared'), join(home, 'file', 'browser'), join(home, 'own')])
  expect(installation).toBe(join(home, 'own'))
  expect(passedOver).toEqual([expect.stringContaining('only this user can write to'), expect.stringContaining('is no directory')])
})

const strangersUid = 61_999

test.runIf(isRoot)(
  'where another user has taken the name, the browser gets a directory that could not be foreseen, and finds it again',
  async () => {
    const temporary = join(home, 'temporary')
    await mkdir(temporary)
    await chmod(temporary, 0o1777)
    const [taken, decoy] = [join(temporary, 'browser'), join(temporary, 'browser-decoy1')]
    for (const path of [taken, decoy]) {
      await mkdir(path)
      await chown(path, strangersUid, strangersUid)
    }
    const { installation, passedOver } = await find([taken, join(home, 'own')])
    expect(installation).toMatch(/\/temporary\/browser-[A-Za-z0-9]{6}$/)
    expect(installation).not.toBe(decoy)
    expect(passedOver).toEqual([])
    expect((await find([taken, join(home, 'own')])).installation).toBe(installation)
  },
)

test('a link is not followed to a directory that another user chose', async () => {
  const temporary = join(home, 'with-link')
  await mkdir(join(temporary, 'chosen'), { recursive: true })
  await symlink(join(temporary, 'chosen'), join(temporary, 'browser'))
  const { installation } = await find([join(temporary, 'browser'), join(home, 'own')])
  expect(installation).toMatch(/\/with-link\/browser-[A-Za-z0-9]{6}$/)
  expect(await readdir(join(temporary, 'chosen'))).toEqual([])
})

test('a directory is passed over when others could put another one in its place', async () => {
  const open = join(home, 'not-sticky')
  await mkdir(open)
  await chmod(open, 0o777)
  const { installation, passedOver } = await find([join(open, 'browser'), join(home, 'own')])
  expect(installation).toBe(join(home, 'own'))
  expect(passedOver).toEqual([expect.stringContaining(`because they can write to ${open}`)])
})

test('a temporary directory that is missing is not made, and one that the operator names is made with its parents', async () => {
  await find([join(home, 'missing', 'browser'), join(home, 'own')])
  expect(await readdir(home)).not.toContain('missing')
  const named = join(home, 'a', 'b', 'browser')
  expect((await find([named])).installation).toBe(named)
})

test('nothing is left behind by the trials', async () => {
  const { installation } = await find([join(home, 'clean')])
  expect(await readdir(installation)).toEqual([])
})

test('without a name the browser may be in a temporary directory or, where none can hold it, in the data directory', () => {
  expect(installationDirectories('/srv/browser', '/data')).toEqual(['/srv/browser'])
  expect(installationDirectories(null, '/data').at(0)).toContain(tmpdir())
  expect(installationDirectories(null, '/data').at(-1)).toBe('/data/browser')
})
