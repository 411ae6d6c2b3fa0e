import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe } from 'vitest'

/** A program that tests need of the machine. */
export interface Need {
  readonly name: string
  /** Where Debian puts it. Of several versions the newest one is taken. */
  readonly program: string
  /** Debian's packages that bring it. */
  readonly packages: readonly string[]
}

const needs = {
  postgresql: { name: 'PostgreSQL', program: '/usr/lib/postgresql/*/bin/postgres', packages: ['postgresql'] },
  pgbouncer: { name: 'PgBouncer', program: '/usr/sbin/pgbouncer', packages: ['pgbouncer'] },
  chromium: { name: "Debian's Chromium", program: '/usr/lib/chromium/chromium', packages: ['chromium'] },
  nginx: { name: 'nginx', program: '/usr/sbin/nginx', packages: ['nginx'] },
  caddy: { name: 'Caddy', program: '/usr/bin/caddy', packages: ['caddy'] },
  systemd: { name: 'systemd-analyze', program: '/usr/bin/systemd-analyze', packages: ['systemd'] },
} satisfies Readonly<Record<string, Need>>

export type NeedName = keyof typeof needs

/** Where the program is; null where it is not installed. */
export function programOf(name: NeedName): string | null {
  return newest(needs[name])
}

function newest({ program }: Need): string | null {
  const found = globSync(program)
  return found.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1) ?? null
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
  if (newest(need) !== null) return null
  const byHand = `Install it by apt-get install ${need.packages.join(' ')}`
  if (!isRoot) return `${need.name} is not installed, and only root may install it. ${byHand}`
  const fault = await install(need.packages)
  if (newest(need) !== null) return null
  return `${need.name} is not installed, and could not be: ${fault ?? `its packages have no ${need.program}`}. ${byHand}`
}

/** Runs one apt-get at a time, of all processes. The lists of packages are fetched once in a run, and only if it fails without. */
const script = `
install() { apt-get install --yes --no-install-recommends "$@"; }
install "$@" && exit
[ -e "$LISTS" ] || { apt-get update; touch "$LISTS"; }
install "$@"`

/** Why it failed, as apt-get says it; null when it did not. */
async function install(packages: readonly string[]): Promise<string | null> {
  const env = {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
    // Debian starts no server that it installs in the runlevel of rescue work.
    RUNLEVEL: '1',
    LISTS: join(process.env['TEST_RUN_DIRECTORY']!, 'package-lists-fetched'),
  }
  return promisify(execFile)('flock', ['/var/lib/apt', 'sh', '-c', script, 'install', ...packages], { env }).then(
    () => null,
    (error: Error & { readonly stderr?: string }) => error.stderr?.trim().split('\n').at(-1) || error.message,
  )
}
