import type { Sign } from '../../addresses/conduct/conduct.ts'
import { distinctCounterparties, type TransferRecord } from '../../addresses/conduct/transfer-record.ts'

/**
 * Counterparties whose addresses begin and end alike, so that one may be mistaken for the other; with the newest transfer of each.
 * Others can put them into any history, so they say nothing against the address: they warn who pays from it.
 */
export function findLookAlikes({ all }: Pick<TransferRecord, 'all'>): Sign | null {
  const others = all.filter(({ direction }) => direction !== 'self')
  const alike = [...Map.groupBy(others, ({ counterparty }) => counterparty.slice(2, 6) + counterparty.slice(-4)).values()].filter(
    (group) => distinctCounterparties(group).size > 1,
  )
  if (alike.length === 0) return null
  const transfers = alike.flatMap((group) =>
    group.filter((one, at) => group.findIndex(({ counterparty }) => counterparty === one.counterparty) === at),
  )
  return {
    detail: 'Two of its counterparties have the same first and last four digits. Compare the whole address before you pay one.',
    transfers,
  }
}
