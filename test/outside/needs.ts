import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe } from 'vitest'
import { commandIn, unpackRelease } from './other-release.ts'

/** A program that tests need of the machine. */
export interface Need {
  readonly name: string
  /** Where Debian puts it. Of several versions the newest one is taken. */
  readonly program: string
  /** Debian's packages that bring it. */
  readonly packages: readonly string[]
  /** Of Debian, if the packages are to be those of another release. They are unpacked for this run and not installed. */
  readonly release?: string
}

const needs = {
  postgresql: { name: 'PostgreSQL', program: '/usr/lib/postgresql/*/bin/postgres', packages: ['postgresql'] },
  pgbouncer: { name: 'PgBouncer', program: '/usr/sbin/pgbouncer', packages: ['pgbouncer'] },
  newerPgbouncer: { name: 'PgBouncer of Debian 13', program: 'usr/sbin/pgbouncer', packages: ['pgbouncer'], release: 'trixie' },
  chromium: { name: "Debian's Chromium", program: '/usr/lib/chromium/chromium', packages: ['chromium'] },
  nginx: { name: 'nginx', program: '/usr/sbin/nginx', packages: ['nginx'] },
  caddy: { name: 'Caddy', program: '/usr/bin/caddy', packages: ['caddy'] },
  systemd: { name: 'systemd-analyze', program: '/usr/bin/systemd-analyze', packages: ['systemd'] },
} satisfies Readonly<Record<string, Need>>

export type NeedName = keyof typeof needs

/** Where the program is, once `describeWith` has found it. */
export function programOf(name: NeedName): string {
  return newest(needs[name])!
}

/** What starts it. */
export function commandOf(name: NeedName): readonly string[] {
  const { release }: Need = needs[name]
  return release === undefined ? [programOf(name)] : commandIn(folderOf(release), programOf(name))
}

function newest({ program, release }: Need): string | null {
  const found = globSync(release === undefined ? program : join(folderOf(release), program))
  return found.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1) ?? null
}

function folderOf(release: string): string {
  return join(process.env['TEST_RUN_DIRECTORY']!, `debian-${release}-${process.pid}`)
}

/**
 * Tests that need programs of the machine. What is missing is installed from Debian's packages where that is possible. Otherwise the
 * tests are skipped, and their name says what is missing and how it is installed.
 */
export async function describeWith(names: readonly NeedName[], title: string, tests: () => void): Promise<void> {
  for (const name of names) {
    const missing = await whatIsMissing(needs[name])
    if (missing === null) continue
    process.stdout.write(`Skipped: ${title}. ${missing}\n`)
    describe.skip(`${title} (${missing})`, tests)
    return
  }
  describe(title, tests)
}

/** A sentence; null where the program is there now. */
export async function whatIsMissing(need: Need, isRoot = process.getuid?.() === 0): Promise<string | null> {
  const { name, program, packages, release } = need
  if (newest(need) !== null) return null
  if (release !== undefined) {
    const fault = await unpackRelease(release, packages, folderOf(release)).then(() => null, saidLast)
    return fault === null ? null : `${name} could not be unpacked from the packages of ${release}: ${fault}`
  }
  const byHand = `Install it by apt-get install ${packages.join(' ')}`
  if (!isRoot) return `${name} is not installed, and only root may install it. ${byHand}`
  const fault = await install(packages).then(() => null, saidLast)
  if (newest(need) !== null) return null
  return `${name} is not installed, and could not be: ${fault ?? `its packages have no ${program}`}. ${byHand}`
}

/** Runs one apt-get at a time, of all processes. The lists of packages are fetched once in a run, and only if it fails without. */
const script = `
install() { apt-get install --yes --no-install-recommends "$@"; }
install "$@" && exit
[ -e "$LISTS" ] || { apt-get update; touch "$LISTS"; }
install "$@"`

async function install(packages: readonly string[]): Promise<void> {
  const env = {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
    // Debian starts no server that it installs in the runlevel of rescue work.
    RUNLEVEL: '1',
    LISTS: join(process.env['TEST_RUN_DIRECTORY']!, 'package-lists-fetched'),
  }
  await promisify(execFile)('flock', ['/var/lib/apt', 'sh', '-c', script, 'install', ...packages], { env })
}

/** Why a program failed, as it says itself. */
function saidLast(error: Error & { readonly stderr?: string }): string {
  return error.stderr?.trim().split('\n').at(-1) || error.message
}
