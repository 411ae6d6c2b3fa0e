import type { Ledger } from '../ledger.ts'
import { claimOf, hello, noon, settlementOf, wallet } from './open-ledger.fixture.ts'

export interface Sold {
  readonly perSecond: number
  /** What the selling process used for each, without the database's server where there is one. */
  readonly cpuMicros: number
}

const rows = 16
let payers = 0

/** Sells on the ledger, in each of 16 rows one after the other, as long as it goes on. */
export async function sellWhile(ledger: Ledger, goesOn: () => boolean): Promise<Sold> {
  let sold = 0
  const cpu = process.cpuUsage()
  const began = performance.now()
  const row = async () => {
    while (goesOn()) {
      const claimed = await ledger.claim(claimOf({ payer: wallet(++payers), balance: 10n ** 15n }))
      if (claimed.result !== 'claimed') throw new Error(claimed.result)
      await ledger.serve({ ...claimed.payment, answer: hello, at: noon })
      await ledger.settle([settlementOf(claimed.payment.id)])
      sold += 1
    }
  }
  await Promise.all(Array.from({ length: rows }, row))
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: (sold / (performance.now() - began)) * 1000, cpuMicros: (user + system) / sold }
}
