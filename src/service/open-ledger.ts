import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { createAnswerFiles } from '../ledger/answers/answer-files.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import { checkLedgerMode, refuseIncompleteLedger, refuseMovedLedger, type LedgerOpener } from '../ledger/opening/check-ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { createServerWatch, type ServerWatch } from '../ledger/opening/watch-server.ts'
import { onlyOne, openInstance, type Instance } from './open-instance.ts'
import { openPostgresStore, type PostgresStoreOptions } from '../store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import type { Store } from '../store/store.ts'
import { OperatorError } from '../shared/operator-error.ts'

export interface OpenedLedger {
  readonly ledger: Ledger
  /** Keeps what this process can read again: what upstreams and chains said. */
  readonly local: Store
  /** Keeps what all instances share besides the ledger. It is the ledger's own database. */
  readonly common: Store
  /** Other processes may write to the ledger too, so what they own can be taken over only after its lease has run out. */
  readonly shared: boolean
  /** This process, as one of them. */
  readonly instance: Instance
  /** Notices when the ledger is on another server; null for one in the data directory. */
  readonly server: LedgerServer | null
  /** Ends the instance, then closes the ledger, then the local store. */
  close(): Promise<void>
}

/** The database server of a ledger that instances share. */
export interface LedgerServer extends Pick<ServerWatch, 'onLoss'> {
  /** Looks whether it is the one that it was. New connections look by themselves; those through a pooler may lead to another server. */
  look(): Promise<void>
}

/** The data directory holds payments that the ledger in DATABASE_URL does not know. */
class LedgerLeftBehind extends OperatorError {
  override readonly name = 'LedgerLeftBehind'
}

/**
 * Opens what the settings name: a ledger in the data directory, which is locked for this process; or one on PostgreSQL, with a
 * local store in the data directory for everything that is not the ledger's.
 * @throws StoreLocked, StoreFailed, MigrationRefused, DatabaseUrlRefused, LedgerLeftBehind, LedgerRefused; then nothing is left open.
 */
export async function openLedger(
  parts: Omit<PostgresStoreOptions, 'url'> &
    Pick<LedgerOpener, 'payTo'> & { readonly config: Pick<Config, 'mode' | 'dataDir' | 'databaseUrl' | 'answerTtlHours'> },
): Promise<OpenedLedger> {
  const { config, payTo, ...system } = parts
  const { databaseUrl, dataDir } = config
  const local = await openSqliteStore({ directory: dataDir, ...system })
  const keeping = { answerFiles: createAnswerFiles(join(dataDir, 'answers')), answerTtlMs: config.answerTtlHours * 3_600_000 }
  const ownLedger = createLedger({ store: local, ...keeping })
  const opener = { mode: config.mode, payTo, random: parts.random }
  let shared: Ledger | null = null
  try {
    const here = await checkLedgerMode(local, dataDir, opener)
    if (databaseUrl === null) {
      await refuseMovedLedger(local, dataDir, here)
      return {
        ledger: ownLedger,
        local,
        common: local,
        shared: false,
        instance: onlyOne(system.random),
        server: null,
        close: () => ownLedger.close(),
      }
    }
    const watch = createServerWatch(system)
    const store = await openPostgresStore({ ...system, url: databaseUrl, onConnection: (connection) => watch.look(connection) })
    // No answers in files: a file is on one machine, and another one may need the answer.
    const ledger = (shared = createLedger({ store, ...keeping, largeAnswerBytes: Infinity }))
    const there = await checkLedgerMode(store, 'DATABASE_URL', opener)
    refuseIncompleteLedger(there)
    if (!here.moved || here.id !== there.id) await refuseToLeave(ownLedger, dataDir)
    const instance = await openInstance({ ...system, ledger, directory: dataDir, server: watch })
    const server = { onLoss: watch.onLoss, look: () => store.onOneConnection((connection) => watch.look(connection)) }
    return { ledger, local, common: store, shared: true, instance, server, close: () => closeAll(instance, ledger, local) }
  } catch (error) {
    await shared?.close()
    await local.close()
    throw error
  }
}

async function closeAll(instance: Instance, ledger: Ledger, local: Store): Promise<void> {
  await instance.end()
  try {
    await ledger.close()
  } finally {
    await local.close()
  }
}

/** Otherwise the same transaction could buy again what it bought there, and what is owed there would never be collected. */
async function refuseToLeave(ledger: Ledger, directory: string): Promise<void> {
  if ((await ledger.totals()).length > 0)
    throw new LedgerLeftBehind(
      `${directory} has a ledger with payments that the one in DATABASE_URL does not have: move it there with farthing migrate, give another DATA_DIR, or remove DATABASE_URL`,
    )
}
