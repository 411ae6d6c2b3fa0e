import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, chown, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openOwnDirectory, openBrowserDirectory, readableByAll, setMode } from './browser-directory.ts'
import type { BrowserUser } from './browser-user.ts'
import { makeScratch } from './scratch.ts'

/** Directories for a browser's files. */
export interface BrowserPlaces {
  /** For the unpacked browser and its fonts. */
  readonly installation: string
  /** For the profiles of running browsers. */
  readonly scratch: string
  /** Directories that come first and can't be used, with the reason. */
  readonly passedOver: readonly string[]
}

/** No directory of this machine can hold a browser. The message has each with its reason. */
export class NoPlace extends Error {
  override readonly name = 'NoPlace'
}

/** Where a browser may be installed: only where the operator says, otherwise below a temporary directory or in the data directory. */
export function installationDirectories(named: string | null, dataDir: string): readonly string[] {
  if (named !== null) return [named]
  const name = `farthing-browser-${process.getuid?.() ?? 0}`
  return [...temporaryDirectories().map((directory) => join(directory, name)), join(dataDir, 'browser')]
}

/** The one that the environment names comes first. The others outlive a small or closed one. */
function temporaryDirectories(): readonly string[] {
  return [...new Set([tmpdir(), '/var/tmp', '/tmp'])]
}

/** Bytes. A profile has less than a tenth of it while a page is shown. */
const scratchBytes = 64_000_000
const trialMs = 5_000

export interface WhatIsNeeded {
  /** The user that has to reach the files; null where it is ours. */
  readonly user: BrowserUser | null
  /** Bytes that the installation takes in a directory where nothing is yet. */
  bytesNeeded(directory: string): Promise<number>
}

/**
 * Chooses the first directories that the browser can be installed in and run from: they can be written to, have room, programs on
 * their file system can be run, and the browser's user gets there.
 * @throws NoPlace
 */
export async function findPlaces(directories: readonly string[], needed: WhatIsNeeded): Promise<BrowserPlaces> {
  const passedOver: string[] = []
  /** @param attempt gives the directory that is used, which may have another name */
  const first = async (candidates: readonly string[], attempt: (directory: string) => Promise<string>) => {
    for (const directory of candidates) {
      try {
        return await attempt(directory)
      } catch (error) {
        passedOver.push(`${directory} ${reasonOf(error)}`)
      }
    }
    throw new NoPlace(passedOver.join('; '))
  }
  const isNamed = directories.length === 1
  const installation = await first(directories, async (directory) => {
    // What the operator names may be made with its parents. A temporary directory that is missing stays so.
    if (!isNamed && (await stat(dirname(directory)).catch(() => null)) === null) throw new Objection('has no parent directory')
    const opened = await (isNamed ? openBrowserDirectory(directory) : openOwnDirectory(directory))
    refuseFor(await objectionToInstalling(opened, needed))
    return opened
  })
  const scratch = await first([...temporaryDirectories(), installation], async (directory) => {
    refuseFor(await objectionToScratch(directory, needed.user))
    return directory
  })
  return { installation, scratch, passedOver }
}

/** Why a directory can't be used, as the end of a sentence that begins with it. */
class Objection extends Error {}

function refuseFor(objection: string | null): void {
  if (objection !== null) throw new Objection(objection)
}

async function objectionToInstalling(directory: string, { user, bytesNeeded }: WhatIsNeeded): Promise<string | null> {
  const trial = join(directory, `trial.${process.pid}`)
  try {
    await writeFile(trial, '#!/bin/sh\n', { mode: readableByAll })
    await setMode(trial, readableByAll)
    // The kernel answers so for a program on a file system that is mounted with `noexec`, and to root too.
    if (
      !(await access(trial, constants.X_OK).then(
        () => true,
        () => false,
      ))
    )
      return "is on a file system whose programs can't be run (noexec)"
    if (!(await canAs(user, 'test -x "$1"', trial))) return unreachable
  } finally {
    await rm(trial, { force: true })
  }
  return await objectionToRoom(directory, await bytesNeeded(directory))
}

const unreachable = "can't be reached by the user of the browser: a directory above it is closed to others"

async function objectionToScratch(directory: string, user: BrowserUser | null): Promise<string | null> {
  const trial = await makeScratch(directory, 'trial')
  try {
    if (user) await chown(trial, user.uid, user.gid)
    if (!(await canAs(user, ': > "$1/trial"', trial))) return unreachable
  } finally {
    await rm(trial, { recursive: true, force: true })
  }
  return await objectionToRoom(directory, scratchBytes)
}

async function objectionToRoom(directory: string, bytes: number): Promise<string | null> {
  const { bavail, bsize } = await statfs(directory)
  const free = bavail * bsize
  return free >= bytes ? null : `has ${megabytes(free)} MB free, and ${megabytes(bytes)} MB are needed`
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is no directory',
  EACCES: "can't be written to by this user",
  EPERM: "can't be written to by this user",
  EROFS: 'is on a file system that is mounted for reading only',
  ENOSPC: 'is on a file system that is full',
  EDQUOT: 'is on a file system where this user may store no more',
}

function reasonOf(error: unknown): string {
  if (error instanceof Objection) return error.message
  const { code = '', message } = error as NodeJS.ErrnoException
  return reasons[code] ?? `can't be used (${message})`
}

/** Whether a user can do what a line of shell does with a path; that is our user where none is given. */
export async function canAs(user: BrowserUser | null, line: string, path: string): Promise<boolean> {
  const child = spawn('/bin/sh', ['-c', line, 'sh', path], { env: {}, cwd: '/', stdio: 'ignore', timeout: trialMs, ...user })
  const [code] = (await once(child, 'exit').catch(() => [null])) as readonly [number | null]
  return code === 0
}
