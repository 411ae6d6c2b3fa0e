import { readFileSync, readdirSync } from 'node:fs'
import { sha256 } from '../shared/sha256.ts'
import { MigrationRefused } from './store.ts'

/** One numbered step of the schema; forward only. */
export interface Migration {
  readonly version: number
  /** File name, such as `0001-schema.sql`. */
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export function migration(name: string, sql: string): Migration {
  const version = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
  if (version === undefined) throw new MigrationRefused(`migration ${name} is not named like 0001-what-it-does.sql`)
  return { version: Number(version), name, sql, checksum: sha256(sql) }
}

/** What the database says about a migration that ran. */
export interface AppliedMigration {
  readonly version: bigint
  readonly name: string
  readonly checksum: string
}

/** The migrations of a directory, in order. */
export function readMigrations(directory: URL): Migration[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  return names.map((name) => migration(name, readFileSync(new URL(name, directory), 'utf8')))
}

/**
 * The migrations that are still to run.
 * @param applied those that ran, in order
 * @throws MigrationRefused when the database is newer than the code, begins with another schema, or an applied migration is not the
 *   one the code has.
 */
export function pendingMigrations(migrations: readonly Migration[], applied: readonly AppliedMigration[]): readonly Migration[] {
  migrations.forEach(({ version, name }, index) => {
    if (version !== index + 1) throw new MigrationRefused(`migrations are numbered without gaps: expected ${index + 1}, found ${name}`)
  })
  const [first] = applied
  if (first !== undefined && first.name !== migrations[0]?.name) {
    throw new MigrationRefused(
      `an older version of Farthing made this database (its first migration is ${first.name}), and this version cannot read it. ` +
        'Set DATA_DIR to a new folder (for PostgreSQL: DATABASE_URL to a new database), or start the version that made it',
    )
  }
  for (const row of applied) {
    const known = migrations[Number(row.version) - 1]
    if (!known) {
      throw new MigrationRefused(
        `the database is newer than this version of Farthing: it has migration ${row.name}. Start the newer version`,
      )
    }
    if (known.checksum !== row.checksum) {
      throw new MigrationRefused(
        `migration ${row.name} was changed after it was applied. Restore it and put the change into a new migration`,
      )
    }
  }
  return migrations.slice(applied.length)
}

/** For those who only read. @throws MigrationRefused when a migration is still to run */
export function refuseOldSchema([next]: readonly Migration[]): void {
  if (next !== undefined)
    throw new MigrationRefused(
      `the database is older than this version of Farthing: it lacks migration ${next.name}. Start the service of this version once`,
    )
}
