import pg from 'pg'
import { OperatorError } from '../../shared/operator-error.ts'
import type { Random } from '../../shared/random.ts'
import { forgetsStatements } from './engine-fault.ts'

/** How a pooler between us and the server treats us. */
export interface Pooling {
  /** Another program answers in place of the server. */
  readonly pooled: boolean
  /** A statement that a client has prepared is there in its next transaction. */
  readonly keepsStatements: boolean
}

export const direct: Pooling = { pooled: false, keepsStatements: true }

/** What an operator reads of a pooler that forgets prepared statements. */
export const withoutStatements = {
  what: 'the pooler in front of the database does not keep prepared statements, so each one is planned anew for each call, which takes several times the CPU',
  fix: 'use PgBouncer 1.21 or newer with max_prepared_statements = 200, or pool_mode = session, and restart the service',
}

/** The same of one that lends a connection for a single statement. */
export const statementPooling = {
  what: 'the pooler in front of the database has pool_mode = statement, which allows no transactions',
  fix: 'set pool_mode = transaction',
}

export class PoolerRefused extends OperatorError {
  override readonly name = 'PoolerRefused'
}

/** Attempts to meet the connection of the server that another client has used. The first one does unless the pooler is busy. */
const attempts = 10

/**
 * Finds out about a pooler: the process that answers is not the one that the connection was promised. Whether it keeps statements is
 * tried out, since poolers differ: a statement that one client has prepared must be there in its next transaction, and under its name
 * for nobody else.
 * @param client a connection in use by nobody else
 * @param another a client that is not yet connected, and gives up soon
 * @throws PoolerRefused where transactions of several statements are not possible
 */
export async function poolingOf(client: pg.Client, another: () => pg.Client, random: Random): Promise<Pooling> {
  const { process } = await ask(client)
  const promised = (client as pg.Client & { readonly processID: number | null }).processID
  if (process === `${promised}`) return direct
  const [one, other] = [another(), another()]
  for (const each of [one, other]) each.on('error', () => {})
  try {
    await one.connect()
    await other.connect()
    await other.query('BEGIN').catch(refuseStatementPooling)
    await other.query('COMMIT')
    return { pooled: true, keepsStatements: await keeps(one, other, `probe_${Buffer.from(random.bytes(8)).toString('hex')}`) }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    // A pooler without a free connection says nothing now. If it forgets statements, the store notices at the first one.
    return { pooled: true, keepsStatements: !forgetsStatements(error) }
  } finally {
    await Promise.all([one.end(), other.end()].map((ending) => ending.catch(() => {})))
  }
}

/** @param name that nobody else prepares a statement under */
async function keeps(one: pg.Client, other: pg.Client, name: string): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const mine = await ask(one, name)
    // Of an even number of connections that are lent in turn, each client would get every other one.
    const theirs = attempt % 2 === 0 ? [await ask(other, undefined, name)] : [await ask(other), await ask(other, undefined, name)]
    if (theirs.some(({ sees }) => sees === 'true')) return false
    if (theirs.some(({ process }) => process === mine.process)) return true
  }
  // Each client has a connection of its own.
  return true
}

interface Answer {
  readonly process: string
  readonly sees: 'true' | 'false'
}

/**
 * Which process of the server answers, and whether it has a prepared statement.
 * @param name under which this question is prepared; without one it is not
 */
async function ask(client: pg.Client, name?: string, sought = ''): Promise<Answer> {
  const text = 'SELECT pg_backend_pid()::text AS process, EXISTS (SELECT FROM pg_prepared_statements WHERE name = $1)::text AS sees'
  const { rows } = await client.query<Answer>({ ...(name === undefined ? {} : { name }), text, values: [sought] })
  return rows[0]!
}

function refuseStatementPooling(cause: unknown): never {
  if (!(cause instanceof pg.DatabaseError) || !/statement pooling/i.test(cause.message)) throw cause
  throw new PoolerRefused(`${statementPooling.what}: ${statementPooling.fix}`, { cause })
}
