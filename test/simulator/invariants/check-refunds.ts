import { refundLimits } from '../service/service-process.ts'
import type { World } from '../world/world.ts'
import type { Books } from './read-books.ts'

/** What was given back: once for a credit, never beside an answer, within the limits, and to the base unit what the chains say. */
export function checkRefunds(world: World, { payments, refunds }: Books): string[] {
  const rows = new Map(payments.map((row) => [row.id, row]))
  const sent = refunds.filter(({ id }) => rows.get(id)?.state === 'settled')
  const found: string[] = []
  for (const [id, of] of Map.groupBy(sent, ({ paymentId }) => paymentId)) {
    const state = rows.get(id)?.state
    if (of.length > 1) found.push(`receipt ${id.slice(0, 8)} was given back ${of.length} times`)
    if (state !== 'refunded' && state !== 'refunding') found.push(`receipt ${id.slice(0, 8)} was given back and is ${state}`)
  }
  for (const { id, state } of payments)
    if (state === 'refunded' && !sent.some(({ paymentId }) => paymentId === id))
      found.push(`receipt ${id.slice(0, 8)} is refunded by nothing`)
  for (const [payer, of] of Map.groupBy(refunds, (refund) => refund.payer)) {
    const amount = of.reduce((sum, refund) => sum + refund.amount, 0n)
    if (amount > refundLimits.perPayer) found.push(`${payer.slice(0, 10)} was given ${amount} back`)
  }
  const booked = sent.reduce((sum, { net }) => sum + net, 0n)
  const left = paidBy(world)
  if (booked !== left) found.push(`${booked} is booked as given back, and ${left} left the wallet for refunds`)
  return found
}

/** What left the wallet for refunds, on all chains. */
function paidBy({ refundWallet, chains, payers }: World): bigint {
  if (refundWallet === null) return 0n
  const addresses = [...new Set(payers.map(({ wallet }) => wallet.address))]
  const transfers = chains.flatMap(({ simulated }) => addresses.flatMap((address) => simulated.transfersTo(address)))
  return transfers.filter(({ from }) => from === refundWallet).reduce((sum, { value }) => sum + value, 0n)
}
