// Run as a process: follows the chain at the given URL, with the store in the given directory, and prints when it has caught up.
import { createHash } from 'node:crypto'
import { systemClock, systemTimers } from '../../ops/system.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { readBlock } from '../node-answers.ts'
import { findNetwork } from '../networks.ts'
import { createRpc } from '../rpc/create-rpc.ts'
import { followers, rowsOf, signal } from './index-store.fixture.ts'

const [, , directory = '', url = ''] = process.argv
const parts = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }
const store = await openSqliteStore({ ...parts, directory })
const rpc = createRpc({ urls: [url], ...parts })
const network = findNetwork('eip155:8453')!
const finalBlock = async () => readBlock(await rpc.call('eth_getBlockByNumber', ['finalized', false])).number
const following = followers({ network, rpc, finalBlock }, store, parts)
console.log('open')
for (;;) {
  for (const follower of following) await follower.turn(signal, Date.now() + 100).catch(() => {})
  if (following.some((follower) => follower.progress()?.caughtUp !== true)) continue
  const rows = await rowsOf(store)
  const heads = following.map((follower) => follower.progress()!.tip).join(' ')
  console.log(`caught up ${heads} ${createHash('sha256').update(rows.join('\n')).digest('hex')}`)
  await systemTimers.sleep(20)
}
