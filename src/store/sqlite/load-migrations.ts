import { readMigrations, type Migration } from '../migration.ts'

/** The migrations beside this file, in order. */
export function loadMigrations(): Migration[] {
  return readMigrations(new URL('./migrations/', import.meta.url))
}
