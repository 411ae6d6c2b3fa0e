import { connectionOf, DatabaseUrlRefused, type Connection } from './connection-options.ts'

/** The servers that the address of a database names. */
export interface DatabaseServers {
  /** In the order in which they are tried, at least one. User, database and encryption are the same for all. */
  readonly connections: readonly Connection[]
  /** Only a server that takes writes is used: `target_session_attrs` of the address says so. */
  readonly takesWrites: boolean
}

const parameter = 'target_session_attrs'
const meanings: Readonly<Record<string, boolean>> = { any: false, 'read-write': true, primary: true }
/** Scheme and user, then the hosts, then the rest. */
const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]+)([/?#].*)$/i

/**
 * Reads an address that may name several servers, as libpq does:
 * `postgres://user:password@first:5432,second:5433/database?target_session_attrs=read-write`. Where there are several, only one that takes
 * writes is used unless the address says `any`.
 * @throws DatabaseUrlRefused
 */
export function databaseServersOf(address: string): DatabaseServers {
  const [, before, hosts, after] = form.exec(address) ?? []
  if (before === undefined || hosts === undefined || after === undefined)
    return { connections: [connectionOf(address)], takesWrites: false }
  const { rest, asked } = withoutTarget(after)
  const names = hosts.split(',')
  const connections = names.map((host) => connectionOf(`${before}${host}${rest}`))
  const takesWrites = asked === null ? names.length > 1 : meanings[asked]
  if (takesWrites === undefined)
    throw new DatabaseUrlRefused(`the database's address has a ${parameter} that is not one of ${Object.keys(meanings).join(', ')}`)
  if (names.length > 1 && /[?&]host=/.test(rest))
    throw new DatabaseUrlRefused("the database's address names several hosts and the parameter host")
  // Without sslmode a server on this machine needs no encryption. What one of them needs, all of them get.
  const ssl = connections.find((connection) => connection.ssl !== false)?.ssl ?? false
  return { connections: connections.map((connection) => ({ ...connection, ssl })), takesWrites }
}

function withoutTarget(after: string): { readonly rest: string; readonly asked: string | null } {
  const [path, query] = after.split('?', 2) as [string, string | undefined]
  const parameters = (query ?? '').split('&').filter((one) => one !== '')
  const asked = parameters.find((one) => one.startsWith(`${parameter}=`))
  const kept = parameters.filter((one) => one !== asked)
  return { rest: kept.length === 0 ? path : `${path}?${kept.join('&')}`, asked: asked?.slice(parameter.length + 1) ?? null }
}
