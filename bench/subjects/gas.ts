import type { Ledger } from '../../src/ledger/ledger.ts'
import { startMachine } from '../../src/settler/machine.fixture.ts'
import { sell } from '../../src/settler/sale.fixture.ts'
import { newWallet, openTestWorld, type TestWallet } from '../../src/settler/test-world.fixture.ts'
import type { Settler } from '../../src/settler/settler.ts'
import { atMost, figure, type Subject } from '../harness/subject.ts'

const sizes = { full: [1, 2, 10, 50, 100], quick: [1, 10, 50], smoke: [1, 50] }
const target = 50

/** Circle's byte code on a real node, with payments settled by our settler. */
export const gas: Subject = {
  name: 'gas',
  title: 'Gas of a settled payment',
  async run(effort) {
    const world = await openTestWorld()
    try {
      const counts = sizes[effort]
      const payers = Array.from({ length: Math.max(...counts) }, newWallet)
      const signer = newWallet()
      await world.base.fund(
        [...payers, signer].map(({ address }) => address),
        1_000_000n,
      )
      const ledger = await world.ledger()
      const { settler } = startMachine({ ledger, chains: [world.base.chain], signers: [signer] })
      await settler.recover()
      const settle = (who: readonly TestWallet[]) => gasOf(world, ledger, settler, who)
      // The recipient's first payment costs 17,000 gas more.
      await settle(payers.slice(0, 1))
      const measured: { count: number; transactions: number; each: number }[] = []
      for (const count of counts) {
        const { gasUsed, transactions } = await settle(payers.slice(0, count))
        measured.push({ count, transactions, each: Number(gasUsed) / count })
      }
      await settler.drain(1_000)
      const alone = measured[0]!.each
      const batched = measured.find(({ count }) => count === target)!.each
      return {
        rows: measured.map(({ count, transactions, each }) => ({
          'payments at once': count,
          transactions,
          'gas each': Math.round(each),
          'alone = 1': figure(each / alone),
        })),
        targets: [atMost(`gas of a payment in a batch of ${target}, in that of one alone`, batched / alone, 0.62)],
        notes: ['All payers differ and keep a balance. The figures come from receipts of real transactions.'],
      }
    } finally {
      await world.close()
    }
  },
}

async function gasOf(
  world: Awaited<ReturnType<typeof openTestWorld>>,
  ledger: Ledger,
  settler: Settler,
  payers: readonly TestWallet[],
): Promise<{ gasUsed: bigint; transactions: number }> {
  const sold = await Promise.all(payers.map((payer) => sell(ledger, world.base, world.payTo, { payer })))
  const outcomes = await Promise.all(sold.map((payment) => settler.settle(payment, 20_000)))
  const hashes = new Set(
    outcomes.map((outcome) => {
      if (outcome.kind !== 'settled') throw new Error(`a payment ended as ${outcome.kind}`)
      return outcome.payment.transaction!
    }),
  )
  const receipts = await Promise.all([...hashes].map((hash) => world.base.chain.receipt(hash)))
  return { gasUsed: receipts.reduce((sum, receipt) => sum + receipt!.gasUsed, 0n), transactions: hashes.size }
}
