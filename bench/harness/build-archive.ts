import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sha256 } from '../../src/shared/sha256.ts'
import { loadMigrations } from '../../src/store/sqlite/load-migrations.ts'
import { systemParts } from '../../src/store/sqlite/store.fixture.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'

/** Sorted rows per insert: about as many as expire in a busy hour. */
const batch = 100_000

/**
 * A data directory with this many archived payments, under the present schema. It is kept in the machine's temporary directory,
 * since ten million payments take minutes to make and about a kilobyte each.
 */
export async function archivedDirectory(rows: number): Promise<string> {
  const schema = sha256(
    loadMigrations()
      .map(({ checksum }) => checksum)
      .join(),
  ).slice(0, 8)
  const directory = join(tmpdir(), `farthing-bench-archive-${rows}-${schema}`)
  if (existsSync(join(directory, 'farthing.db'))) return directory
  const making = `${directory}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making)
  const store = await openSqliteStore({ ...systemParts, directory: making })
  await store.close()
  const database = new DatabaseSync(join(making, 'farthing.db'))
  database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000000; PRAGMA temp_store = MEMORY')
  for (let done = 0; done < rows; done += batch) addSorted(database, Math.min(batch, rows - done))
  database.exec('ANALYZE; PRAGMA journal_mode = WAL')
  database.close()
  renameSync(making, directory)
  return directory
}

/** One batch as the archiver moves it: rows in the order of their ids, keys in their own order. */
function addSorted(database: DatabaseSync, rows: number): void {
  database.exec(`
    BEGIN;
    CREATE TEMP TABLE fresh AS
      WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${rows})
      SELECT lower(hex(randomblob(16))) AS id, '0x' || lower(hex(randomblob(20))) AS payer,
        '0x' || lower(hex(randomblob(32))) AS nonce, lower(hex(randomblob(32))) AS credential FROM numbers;
    INSERT INTO payments_archive (id, state, epoch, offer_id, fingerprint, protocol, network, asset, payer, pay_to, amount, nonce,
        valid_after, valid_before, signature, credential_hash, client, keys, free, instance, lease_until, claimed_at, served_at,
        settled_at, reason, claim_block, transaction_hash, block_number, block_hash, log_index, final)
      SELECT id, 'settled', 4, 'market-price', credential, 'x402', 'eip155:8453', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', payer,
        '0x70997970c51812dc3a010c7d01b50e0d17dc79c8', 7500, nonce, 0, 1700000000, nonce || substr(nonce, 3) || '1b', credential,
        '192.0.2.1', '[]', 0, '0123456789abcdef', 1700000000000, 1700000000000, 1700000000000, 1700000000000, NULL, 1, nonce, 2, nonce, 3, 1
      FROM fresh ORDER BY id;
    INSERT INTO identities_archive (identity, payment_id)
      SELECT identity, id FROM (
        SELECT 'a:' || substr(nonce, 3, 43) AS identity, id FROM fresh
        UNION ALL
        SELECT 't:' || substr(credential, 1, 43), id FROM fresh
      ) ORDER BY identity;
    DROP TABLE fresh;
    COMMIT;`)
}
