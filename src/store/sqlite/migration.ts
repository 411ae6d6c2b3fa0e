import { readFileSync, readdirSync } from 'node:fs'
import { sha256 } from '../../shared/sha256.ts'
import { MigrationRefused } from '../store.ts'

/** One numbered step of the schema; forward only. */
export interface Migration {
  readonly version: number
  /** File name, such as `0001-ledger.sql`. */
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export function migration(name: string, sql: string): Migration {
  const version = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
  if (version === undefined) throw new MigrationRefused(`migration ${name} is not named like 0001-what-it-does.sql`)
  return { version: Number(version), name, sql, checksum: sha256(sql) }
}

/** The migrations beside this file, in order. */
export function loadMigrations(directory = new URL('./migrations/', import.meta.url)): Migration[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  return names.map((name) => migration(name, readFileSync(new URL(name, directory), 'utf8')))
}
