import type { NodeReport } from '../../chain/rpc/examine-node.ts'
import { counted, findingsOf, type Finding } from '../../goods/finding.ts'

const clock = findingsOf('clock')

/** A signed payment is valid for a minute or so, and its validity is judged by our clock. */
const maxOffMs = 10_000
/** The time of a block may be this much ahead of the true time on some networks. */
const maxBlockAheadMs = 30_000

const fix =
  'set the clock by the network: switch on chrony or systemd-timesyncd (timedatectl set-ntp true), on the host where this is a container'

/** Compares our clock with those of the nodes, and with their newest blocks. */
export function checkClock(reports: readonly NodeReport[]): readonly Finding[] {
  const answering = reports.filter((report) => report.answers)
  const aheads = answering.flatMap(({ clockAheadMs }) => (clockAheadMs === null ? [] : [clockAheadMs])).toSorted((a, b) => a - b)
  const median = aheads[Math.floor(aheads.length / 2)]
  if (median !== undefined && Math.abs(median) > maxOffMs) {
    const seconds = counted(Math.round(Math.abs(median) / 1000), 'second')
    return [clock.fault(`this machine's clock is ${seconds} ${median > 0 ? 'behind' : 'ahead of'} the clocks of the nodes`, fix)]
  }
  const newest = Math.min(...answering.map(({ lagMs }) => lagMs))
  if (newest < -maxBlockAheadMs) {
    const seconds = counted(Math.round(-newest / 1000), 'second')
    return [clock.fault(`this machine's clock is ${seconds} behind the newest block`, fix)]
  }
  if (answering.length === 0) return []
  const by = median === undefined ? 'the newest blocks' : `${counted(aheads.length, 'node')} and the newest blocks`
  return [clock.ok(`the clock agrees with ${by}`)]
}
