import { countOf } from '../../../../src/goods/kit/answers.ts'
import { zeroAddress } from '../../../../src/goods/kit/known-addresses.ts'
import { formatUsd } from '../../../../src/goods/kit/worker-side.ts'
import { riskLimits } from './risk-model.ts'
import type { NetworkTransfer } from '../../addresses/sanctions/mixer-dealings.ts'
import { type Finding, found, notFound, unknown } from './signal.ts'
import { distinctCounterparties, daySeconds, sum, type TransferRecord } from '../../addresses/conduct/transfer-record.ts'

const { burst, fanOut, drain, singleFunder, minDays, maxDays } = riskLimits

/** Far more payments within a day than on the days before. */
export function findBurst(record: TransferRecord, now: number): Finding {
  const dayAgo = now - daySeconds
  const today = record.out.filter(({ time }) => time > dayAgo)
  if (today.length < burst.transfers) return orUnknown(record, dayAgo, `${countOf(today.length, 'payment')} within a day`)
  const since = Math.max(record.since ?? now, now - maxDays * daySeconds)
  if (now - since < minDays * daySeconds) return unknown('history_too_short')
  const days = (dayAgo - since) / daySeconds
  const mean = record.out.filter(({ time }) => time > since && time <= dayAgo).length / days
  const detail = `${countOf(today.length, 'payment')} within a day, and ${mean.toFixed(2)} a day on the days before`
  return today.length > burst.timesTheMean * mean ? found(detail, today) : orUnknown(record, now - minDays * daySeconds, detail)
}

/** Payments within a day to many counterparties with whom it had no transfers before. */
export function findFanOut(record: TransferRecord, now: number): Finding {
  const dayAgo = now - daySeconds
  const paid = record.out.filter(({ time }) => time > dayAgo)
  const before = distinctCounterparties(record.all.filter(({ time, amount }) => time <= dayAgo && amount > 0n))
  const fresh = [...distinctCounterparties(paid)].filter((one) => !before.has(one))
  const detail = `paid ${countOf(fresh.length, 'new counterparty', 'new counterparties')} within a day`
  if (fresh.length <= fanOut.counterparties) return orUnknown(record, dayAgo, detail)
  if (now - (record.since ?? now) < minDays * daySeconds) return unknown('history_too_short')
  return found(detail, paid)
}

/** Incoming USDC goes out again within minutes, several times. */
export function findDrain(record: TransferRecord, now: number): Finding {
  const networks = Map.groupBy([...record.in, ...record.out], ({ network }) => network)
  const drained = [...networks.values()].flatMap(drainedOf)
  const payments = drained.length === 0 ? 'no incoming payment' : countOf(drained.length, 'incoming payment')
  const detail = `${payments} went out again almost whole within ten minutes`
  return drained.length >= drain.times ? found(detail, drained) : orUnknown(record, now - minDays * daySeconds, detail)
}

/** The incoming transfers of one network that went out again. Each outgoing payment counts for one of them only. */
function drainedOf(transfers: readonly NetworkTransfer[]): NetworkTransfer[] {
  const inOrder = transfers.toSorted((one, other) => Number(one.block - other.block) || one.logIndex - other.logIndex)
  const used = new Set<NetworkTransfer>()
  return inOrder.filter((got, at) => {
    if (got.direction !== 'in' || got.amount < drain.min) return false
    const spent: NetworkTransfer[] = []
    let total = 0n
    for (let next = at + 1; next < inOrder.length && !isEnough(total, got.amount); next++) {
      const one = inOrder[next] as NetworkTransfer
      if (one.time > got.time + drain.seconds) break
      if (one.direction !== 'out' || used.has(one)) continue
      spent.push(one)
      total += one.amount
    }
    if (!isEnough(total, got.amount)) return false
    for (const one of spent) used.add(one)
    return true
  })
}

function isEnough(total: bigint, amount: bigint): boolean {
  return total * 100n > amount * BigInt(drain.percent)
}

/** Nearly all that it got came from one counterparty. Newly minted USDC comes from none. */
export function findSingleFunder(record: TransferRecord, now: number): Finding {
  if (record.gapSince(now - minDays * daySeconds) !== null) return orUnknown(record, now - minDays * daySeconds, '')
  const total = sum(record.in)
  const funders = Map.groupBy(record.in, ({ counterparty }) => counterparty)
  funders.delete(zeroAddress)
  for (const [funder, transfers] of funders) {
    const got = sum(transfers)
    if (got * 100n > total * BigInt(singleFunder.percent))
      return found(`${formatUsd(got)} of the ${formatUsd(total)} USDC that came in were sent by ${funder}`, transfers)
  }
  return notFound(
    total === 0n
      ? 'no USDC came in'
      : `no single counterparty sent more than ${singleFunder.percent} % of the ${formatUsd(total)} USDC that came in`,
  )
}

/** `not_found` only where the record of every network reaches back far enough; else `unknown`. */
function orUnknown(record: TransferRecord, since: number, detail: string): Finding {
  const gap = record.gapSince(since)
  return gap === null ? notFound(detail) : unknown(gap)
}
