import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { debianPrograms, npmPrograms, type PostgresPrograms } from '../../failover/postgres-programs.ts'
import { commandOf, programOf, type NeedName } from '../needs.ts'

/** The PostgreSQL that this run tries: that of Debian, or with POSTGRES=npm the newest one of npm. */
const ofNpm = process.env['POSTGRES'] === 'npm'

export const postgresName = ofNpm ? 'PostgreSQL 18 of npm' : "Debian's PostgreSQL"
export const postgresNeeds: readonly NeedName[] = ofNpm ? [] : ['postgresql']

let programs: PostgresPrograms | undefined
export function postgresPrograms(): PostgresPrograms {
  programs ??= ofNpm ? npmPrograms(mkdtempSync(join(tmpdir(), 'farthing-npm-'))) : debianPrograms(dirname(programOf('postgresql')))
  return programs
}

export interface Pooler {
  readonly name: string
  readonly needs: readonly NeedName[]
  readonly command: () => readonly string[]
}

/** One that an operator may have: it keeps what clients have prepared. */
export const newerPooler: Pooler = {
  name: 'PgBouncer of Debian 13',
  needs: ['newerPgbouncer'],
  command: () => commandOf('newerPgbouncer'),
}

const named = process.env['PGBOUNCER']

/** That of this machine, which is 1.18 on Debian 12, the newer one, and with PGBOUNCER=<path> another one. */
export const poolers: readonly Pooler[] = [
  { name: 'PgBouncer of this machine', needs: ['pgbouncer'], command: () => commandOf('pgbouncer') },
  newerPooler,
  ...(named === undefined ? [] : [{ name: `PgBouncer at ${named}`, needs: [], command: () => [named] }]),
]

/** From 1.21 on they keep what a client has prepared. */
export function versionOf({ command }: Pooler): { readonly version: string; readonly keepsStatements: boolean } {
  const [program, ...args] = command()
  const version = /^PgBouncer (\S+)/.exec(execFileSync(program!, [...args, '--version'], { encoding: 'utf8' }))![1]!
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return { version, keepsStatements: major > 1 || minor >= 21 }
}
