import { setTimeout as sleep } from 'node:timers/promises'
import { callWith, signPayment, type Account, type termsOf } from '../signed-payments.ts'

type Terms = Awaited<ReturnType<typeof termsOf>>

/** What became of one payment: it was answered, or it was not and never will be. */
interface Purchase {
  readonly answered: boolean
  readonly statuses: readonly (number | string)[]
}

export interface Buyers {
  /** Sends one payment, that of the last time if its end is still open. */
  buyOnce(): Promise<number | string>
  /** From now on each payer buys again and again, and sends a payment again until it is answered or refused. */
  begin(): void
  /** Ends that, and waits until each payment under way is answered or refused. */
  end(): Promise<void>
  /** Payments that were answered, each of which must have been charged once; no other may be. */
  answered(): number
  /** How often each status came. */
  counts(): Readonly<Record<string, number>>
}

const patience = 240

/** 503 and 202 say: send it again. Anything else is the end of it. */
const isOpen = (status: number | string) => typeof status === 'string' || status >= 500 || status === 202

/** Payers who buy at one path while something is broken. */
export function createBuyers(url: string, path: string, terms: Terms, payers: readonly Account[]): Buyers {
  const purchases: Purchase[] = []
  let buying = false
  let loops: Promise<void>[] = []
  let waiting: string | null = null

  const present = (payment: string) =>
    callWith(url + path, payment, { headers: { Connection: 'close' } }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      // The connection broke: whether it was sold is unknown, so the same payment is sent again.
      () => 'no answer',
    )

  async function insist(payer: Account): Promise<void> {
    const payment = await signPayment(terms, payer)
    const statuses: (number | string)[] = []
    for (let tries = 0; tries < patience; tries++) {
      const status = await present(payment)
      statuses.push(status)
      if (!isOpen(status)) break
      await sleep(500)
    }
    purchases.push({ answered: statuses.at(-1) === 200, statuses })
  }

  return {
    async buyOnce() {
      waiting ??= await signPayment(terms, payers[0]!)
      const status = await present(waiting)
      if (isOpen(status)) return status
      waiting = null
      purchases.push({ answered: status === 200, statuses: [status] })
      return status
    },
    begin() {
      buying = true
      loops = payers.slice(1).map(async (payer) => {
        while (buying) {
          await insist(payer)
          await sleep(300)
        }
      })
    },
    async end() {
      buying = false
      await Promise.all(loops)
    },
    answered: () => purchases.filter(({ answered }) => answered).length,
    counts() {
      const counts: Record<string, number> = {}
      for (const status of purchases.flatMap(({ statuses }) => statuses)) counts[status] = (counts[status] ?? 0) + 1
      return counts
    },
  }
}
