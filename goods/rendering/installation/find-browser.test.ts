import { chmod, copyFile, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser } from './find-browser.ts'

let home: string
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'farthing-find-')))
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function script(name: string): Promise<string> {
  const path = join(home, name)
  await writeFile(path, '#!/bin/sh\nexit 1\n')
  await chmod(path, 0o755)
  return path
}

test("the program is found behind a link and a distribution's script", async () => {
  await copyFile('/bin/true', join(home, 'chrome'))
  await symlink(await script('google-chrome'), join(home, 'linked'))
  expect(await findBrowser(join(home, 'linked'))).toEqual({ kind: 'installed', path: join(home, 'chrome') })
})

test("an operator's own script is taken as it is, and a file that can't be run counts as no browser", async () => {
  const own = await script('locked-down-browser')
  expect(await findBrowser(own)).toEqual({ kind: 'installed', path: own })
  await chmod(own, 0o644)
  expect(await findBrowser(own)).toBeNull()
})
