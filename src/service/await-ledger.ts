import { openLedger, type OpenedLedger } from './open-ledger.ts'
import { StoreUnreachable } from '../store/store.ts'

const pauseMs = 1_000

/**
 * Opens the ledger. While its database can't be reached it waits, and tries again about every second; that is logged once, and so
 * is the end of it.
 * @param waiting called after each attempt that did not reach the database
 * @throws what `openLedger` throws for any other reason: a database that refuses the login does not get better by waiting
 */
export async function openLedgerWhenReachable(
  parts: Parameters<typeof openLedger>[0],
  waiting: () => void = () => {},
): Promise<OpenedLedger> {
  const { log, timers } = parts
  for (let attempts = 1; ; attempts += 1) {
    try {
      const opened = await openLedger(parts)
      if (attempts > 1) log.info({ attempts }, 'the database answers: the start goes on')
      return opened
    } catch (error) {
      if (!(error instanceof StoreUnreachable)) throw error
      if (attempts === 1) log.warn({ reason: error.message }, 'the start waits for the database')
      waiting()
    }
    await timers.sleep(pauseMs)
  }
}
