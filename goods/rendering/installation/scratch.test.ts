import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readdir, rename, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeScratch, removeLeftovers } from './scratch.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'farthing-scratch-test-'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

const ours = [process.getuid?.() ?? 0]
const clean = (now = Date.now()) => removeLeftovers(parent, ours, now)
const names = async () => (await readdir(parent)).toSorted()
const days = (count: number) => count * 86_400_000

/** A directory as another process would have made it: its name has another id, and perhaps another start. */
async function madeBy(pid: number, start?: string): Promise<string> {
  const own = await makeScratch(parent, 'profile')
  const other = own.replace(/\.\d+\.(\d+)-/, (_, known: string) => `.${pid}.${start ?? known}-`)
  await rename(own, other)
  return basename(other)
}

async function endedPid(): Promise<number> {
  const child = spawn('true')
  await once(child, 'exit')
  return child.pid ?? 0
}

test('directories of a process that has ended are removed, with what is in them', async () => {
  await mkdir(join(parent, await madeBy(await endedPid()), 'profile'))
  await clean()
  expect(await names()).toEqual([])
})

test('directories of a live process stay, however old they are', async () => {
  const kept = [basename(await makeScratch(parent, 'profile')), basename(await makeScratch(parent, 'trial'))]
  await utimes(join(parent, kept[0]!), 0, 0)
  await clean(Date.now() + days(10))
  expect(await names()).toEqual(kept.toSorted())
})

test('a directory is removed when another process has the id of the one that made it', async () => {
  await madeBy(process.pid, '1')
  await clean()
  expect(await names()).toEqual([])
})

test.each([
  ['a process that cannot be seen from here', 'farthing-profile-1.1.1-abcdef'],
  ['an earlier version', 'farthing-profile-abcdef'],
])('a directory of %s stays for a day', async (_, name) => {
  await mkdir(join(parent, name))
  await clean(Date.now() + days(0.9))
  expect(await names()).toEqual([name])
  await clean(Date.now() + days(1.1))
  expect(await names()).toEqual([])
})

test('nothing else is touched: links, other names, and what belongs to another user', async () => {
  const [ended, target] = [await endedPid(), await mkdtemp(join(tmpdir(), 'farthing-scratch-target-'))]
  try {
    const linked = await madeBy(ended)
    await rm(join(parent, linked), { recursive: true })
    await symlink(target, join(parent, linked))
    await mkdir(join(parent, 'farthing-profile-somewhere-else'))
    const kept = [linked, 'farthing-profile-somewhere-else']
    if (process.getuid?.() === 0) {
      const strangers = await madeBy(ended)
      await chown(join(parent, strangers), 61_999, 61_999)
      kept.push(strangers)
    }
    await clean()
    expect(await names()).toEqual(kept.toSorted())
    expect(await readdir(tmpdir())).toContain(basename(target))
  } finally {
    await rm(target, { recursive: true, force: true })
  }
})
