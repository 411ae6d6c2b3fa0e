import type { Sandbox } from '../sandbox/open-sandbox.ts'
import type { Chain } from '../src/chain/chain.ts'
import { systemClock, systemTimers } from '../src/ops/system.ts'
import { connectNetworks } from '../src/chain/connect/connect-networks.ts'
import { silentLog } from '../src/shared/log.ts'
import { silentMetrics } from '../src/shared/metrics.ts'

/** Base of a sandbox, for tests whose services run in processes of their own. */
export async function connectBase({ endpoints }: Sandbox): Promise<Chain> {
  const { chains } = await connectNetworks({ endpoints, clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics })
  return chains.get('eip155:8453')!
}
