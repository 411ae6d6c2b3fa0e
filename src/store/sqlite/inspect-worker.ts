import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Reads what `inspect-sqlite.ts` wants to know, on a thread of its own, since SQLite blocks the event loop and a check of all pages may take minutes. */
const { file, complete } = workerData as { readonly file: string; readonly complete: boolean }

const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000, readBigInts: true })
const tables = new Set(
  database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    .all()
    .map(({ name }) => name),
)
const all = (table: string, sql: string) => (tables.has(table) ? database.prepare(sql).all() : [])
const applied = all('schema_migrations', 'SELECT version, name, checksum FROM schema_migrations ORDER BY version')
const facts = all('ledger_facts', 'SELECT name, value FROM ledger_facts')
const damage = complete
  ? database
      .prepare('PRAGMA quick_check(3)')
      .all()
      .flatMap((row) => String(row['quick_check']).split('\n'))
      .filter((line) => line !== 'ok' && !line.startsWith('***'))
  : []
database.close()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort!.postMessage({ applied, facts, damage })
