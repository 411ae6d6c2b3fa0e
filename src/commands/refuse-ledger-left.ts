import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openLedger } from '../service/open-ledger.ts'

/**
 * Workers have their own directories below this one, so none of them would see a ledger that a single service kept here.
 * @throws LedgerLeftBehind when it has payments that the one in the settings does not know; StoreLocked when such a service runs;
 * and what opening a ledger throws.
 */
export async function refuseLedgerLeft(parts: Parameters<typeof openLedger>[0]): Promise<void> {
  if (!existsSync(join(parts.config.dataDir, 'farthing.db'))) return
  const { close } = await openLedger(parts)
  await close()
}
