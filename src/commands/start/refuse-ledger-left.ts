import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openLedgerWhenReachable } from '../../service/await-ledger.ts'

/**
 * Workers have their own directories below this one, so none of them would see a ledger that a single service kept here.
 * @throws LedgerLeftBehind when it has payments that the one in the settings does not know; StoreLocked when such a service runs;
 * and what opening a ledger throws.
 */
export async function refuseLedgerLeft(parts: Parameters<typeof openLedgerWhenReachable>[0]): Promise<void> {
  if (!existsSync(join(parts.config.dataDir, 'farthing.db'))) return
  const { close } = await openLedgerWhenReachable(parts)
  await close()
}
