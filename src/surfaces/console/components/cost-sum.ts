import { formatUsd } from '../../../shared/money.ts'

interface Calls {
  /** Calls a day. */
  readonly calls: bigint
  /** Base units for each paid call. */
  readonly price: bigint
  /** Free calls a day of this offer. */
  readonly free: bigint
}

/** What so many calls cost, as a sum that can be followed. It runs in the browser too. */
export function costSum({ calls, price, free }: Calls): string {
  const paid = calls > free ? calls - free : 0n
  const start = free === 0n ? '' : `${calls} calls - ${calls - paid} free = ${paid} paid calls. `
  const day = paid * price
  return `${start}${paid} × $${formatUsd(price)} = $${formatUsd(day)} a day, $${formatUsd(day * 30n)} in 30 days. The price is the same on every network, and you pay no gas.`
}
