import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { factsOf } from '../ledger/opening/ledger-identity.ts'
import { counted, findingsOf, type Finding, type FindingMaker } from '../goods/finding.ts'
import type { DatabaseInspection } from '../store/inspection.ts'
import { inspectPostgres, PostgresAway, type PostgresInspection } from '../store/postgres/inspect-postgres.ts'
import { PoolerRefused, statementPooling, withoutStatements } from '../store/postgres/pooling.ts'
import { inspectSqlite } from '../store/sqlite/inspect-sqlite.ts'
import { standbyFaults } from './check-standbys.ts'
import { OperatorError } from '../shared/operator-error.ts'
import type { Clock } from '../shared/clock.ts'
import type { Random } from '../shared/random.ts'
import { claimTimeFindings, timeClaim, totalMs } from './claim-time.ts'

type DatabaseConfig = Pick<Config, 'mode' | 'dataDir' | 'databaseUrl'>

const connectMs = 4_000
/** Milliseconds for one claim, as long as a statement of the service may take. */
const claimMs = 10_000
const maxOffMs = 10_000
const database = findingsOf('database')
const postgres = findingsOf('postgres')

/** The database in the data directory: the ledger, or with `DATABASE_URL` what the process can read again. */
export async function checkDatabase(
  { mode, dataDir, databaseUrl }: DatabaseConfig,
  { complete, signal }: { readonly complete: boolean; readonly signal: AbortSignal },
): Promise<readonly Finding[]> {
  const file = join(dataDir, 'farthing.db')
  const there = await stat(file).catch(() => null)
  if (there === null) return [database.ok(`there is none in ${dataDir} yet; it is made at the first start`)]
  try {
    const inspection = await inspectSqlite(file, { complete, signal })
    if (inspection.damage.length > 0) {
      const fix = `stop the service, keep a copy of ${dataDir}, and restore the newest backup (docs/operate/doctor.md)`
      return [database.fault(`it is damaged: ${inspection.damage.join('; ')}`, fix)]
    }
    const found = ledgerFaults(database, inspection, { mode, place: dataDir, other: 'another DATA_DIR' })
    const { moved } = factsOf(inspection.facts)
    if (moved && databaseUrl === null) {
      const fix = 'set DATABASE_URL to the database that farthing migrate moved it to, or give another DATA_DIR'
      found.push(database.fault('this ledger was moved to PostgreSQL', fix))
    }
    const size = `${(there.size / 1e6).toFixed(1)} MB`
    return found.length > 0 ? found : [database.ok(`${size}, ${complete ? 'every page read, ' : ''}${pendingText(inspection)}`)]
  } catch (error) {
    if (signal.aborted) throw error
    const reason = error instanceof Error ? error.message : 'unknown'
    const fix = `make sure that this user may read ${file}; if it is no database any more, stop the service and restore the newest backup`
    return [database.fault(`${file} can't be read: ${reason}`, fix)]
  }
}

/** The PostgreSQL of `DATABASE_URL`. */
export async function checkPostgres({ mode, databaseUrl }: DatabaseConfig, clock: Clock, random: Random): Promise<readonly Finding[]> {
  if (databaseUrl === null) return []
  try {
    const inspection = await inspectPostgres(databaseUrl, connectMs, random)
    const found = [
      ...ledgerFaults(postgres, inspection, { mode, place: 'DATABASE_URL', other: 'another DATABASE_URL' }),
      ...serverFaults(inspection, clock.now()),
      ...(inspection.standby ? [] : standbyFaults(postgres, inspection.standbys)),
    ]
    if (factsOf(inspection.facts).moving !== null) {
      found.push(postgres.fault('the ledger there is not complete: it is being moved', 'let farthing migrate end, or run it again'))
    }
    const { version, connections, maxConnections, pending, pooling } = inspection
    // A claim needs the tables as this version has them.
    const canClaim = pending === 0 && inspection.refused === null && !isReadOnly(inspection)
    const named = pooling.keepsStatements
    const times = canClaim ? await timeClaim(databaseUrl, { clock, random, named, limitMs: claimMs }) : null
    if (!(times?.keepsStatements ?? named)) found.push(postgres.warning(withoutStatements.what, withoutStatements.fix))
    if (times) found.push(...claimTimeFindings(postgres, times))
    if (found.length > 0) return found
    const claimText = times ? `, a claim takes ${totalMs(times)} ms` : ''
    return [
      postgres.ok(`PostgreSQL ${version}, ${connections} of ${maxConnections} connections in use, ${pendingText(inspection)}${claimText}`),
    ]
  } catch (error) {
    if (error instanceof PoolerRefused) return [postgres.fault(statementPooling.what, statementPooling.fix)]
    if (error instanceof OperatorError) return [postgres.fault(error.message, 'correct DATABASE_URL', 'DATABASE_URL')]
    if (!(error instanceof PostgresAway)) throw error
    const fix = 'start the database, open the way to it, or correct DATABASE_URL: until then nothing is sold'
    return [postgres.fault(`it can't be used: ${error.message}`, fix, 'DATABASE_URL')]
  }
}

function pendingText({ pending }: DatabaseInspection): string {
  return pending === 0 ? 'its tables are up to date' : `the next start applies ${counted(pending, 'migration')}`
}

function ledgerFaults(
  make: FindingMaker,
  { refused, facts }: DatabaseInspection,
  { mode, place, other }: { readonly mode: Config['mode']; readonly place: string; readonly other: string },
): Finding[] {
  const found: Finding[] = []
  if (refused !== null) found.push(make.fault(refused, 'start the version of Farthing that fits this database, or give it another one'))
  const kept = factsOf(facts).mode
  if (kept !== null && kept !== mode) {
    const fix = `set MODE=${kept}, or give ${other}: play money and real money never share a ledger`
    found.push(make.fault(`${place} has a ledger of MODE=${kept}, and the settings have MODE=${mode}`, fix))
  }
  return found
}

/** A server that tells of commits before they are on disk loses payments when the power fails. */
function serverFaults(inspection: PostgresInspection, now: number): Finding[] {
  const { settings, mayCreate, maxConnections, connections, pending } = inspection
  const found: Finding[] = []
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'] as const) {
    if (settings[name] !== 'off') continue
    const fix = `set ${name} = on in postgresql.conf and reload the server: else a power failure there loses payments`
    found.push(postgres.fault(`the server has ${name} = off`, fix, name))
  }
  if (isReadOnly(inspection)) {
    found.push(postgres.fault('it takes no writes: it is a standby, or set to read only', 'point DATABASE_URL to the primary server'))
  }
  if (!mayCreate && pending > 0) {
    const fix = 'GRANT CREATE ON SCHEMA public to this user, or let another user apply the migrations'
    found.push(postgres.fault('this user may not make the tables', fix))
  }
  if (maxConnections - connections < 20) {
    const fix = 'raise max_connections, or put PgBouncer in front (docs/postgres.md): each process of the service uses up to 10'
    found.push(postgres.warning(`${connections} of ${maxConnections} connections are in use`, fix))
  }
  const off = inspection.now - now
  if (Math.abs(off) > maxOffMs) {
    const seconds = counted(Math.round(Math.abs(off) / 1000), 'second')
    const fix = 'let both machines take their time from the network: instances judge leases by it'
    found.push(postgres.fault(`its clock is ${seconds} ${off > 0 ? 'ahead of' : 'behind'} ours`, fix))
  }
  return found
}

function isReadOnly({ standby, settings }: PostgresInspection): boolean {
  return standby || settings.default_transaction_read_only === 'on'
}
