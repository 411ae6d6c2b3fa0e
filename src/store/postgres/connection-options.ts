import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { OperatorError } from '../../shared/operator-error.ts'

/** Where a database is and how it is reached, as the driver takes it. */
export interface Connection {
  readonly host: string
  readonly port: number
  readonly user: string
  /** Absent where the server asks for none. */
  readonly password?: string
  readonly database: string
  readonly ssl: false | ConnectionOptions
}

export class DatabaseUrlRefused extends OperatorError {
  override readonly name = 'DatabaseUrlRefused'
}

const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
const known = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host'])

/**
 * Reads `postgres://user:password@host:port/database?sslmode=verify-full`. `sslmode` means what it means elsewhere: `require`
 * encrypts and checks no certificate, unless `sslrootcert` names one; `verify-ca` checks who signed it; `verify-full` checks the
 * name as well. Without it a connection to another machine is checked in full, and one within this machine, by loopback or by a
 * socket (`?host=/var/run/postgresql`), is plain. A parameter that can't be honoured is refused, never ignored. No message contains
 * the address, since it holds the password.
 */
export function connectionOf(address: string): Connection {
  const url = URL.canParse(address) ? new URL(address) : refuse('is not an address such as postgres://user@host:5432/database')
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') refuse('does not begin with postgres://')
  for (const name of url.searchParams.keys()) if (!known.has(name)) refuse(`has the parameter ${name}, which is not known here`)
  const host = url.searchParams.get('host') ?? url.hostname.replaceAll(/^\[|\]$/g, '')
  const database = decodeURIComponent(url.pathname.slice(1))
  const user = decodeURIComponent(url.username)
  if (host === '' || database === '' || user === '') refuse('names no host, no user or no database')
  return {
    host,
    port: url.port === '' ? 5432 : Number(url.port),
    user,
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    database,
    ssl: encryption(url.searchParams, host),
  }
}

function encryption(parameters: URLSearchParams, host: string): Connection['ssl'] {
  const asked = parameters.get('sslmode') ?? (isHere(host) ? 'disable' : 'verify-full')
  const mode = modes.find((mode) => mode === asked) ?? refuse(`has an sslmode that is not one of ${modes.join(', ')}`)
  if (mode === 'disable') return false
  const files = { ca: file(parameters, 'sslrootcert'), cert: file(parameters, 'sslcert'), key: file(parameters, 'sslkey') }
  const given = Object.fromEntries(Object.entries(files).filter(([, bytes]) => bytes !== undefined))
  if (mode === 'verify-full') return given
  if (mode === 'require' && files.ca === undefined) return { ...given, rejectUnauthorized: false }
  // The signature is checked, and the name is not.
  return { ...given, checkServerIdentity: () => undefined }
}

function file(parameters: URLSearchParams, name: string): Buffer | undefined {
  const path = parameters.get(name)
  if (path === null) return undefined
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new DatabaseUrlRefused(`the file that ${name} of the database's address names can't be read`, { cause })
  }
}

function isHere(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function refuse(what: string): never {
  throw new DatabaseUrlRefused(`the database's address ${what}`)
}
