// Run as a process: indexes the chain at the given URL with the store in the given directory, and watches one account if the
// third argument says so. Prints what it has of that account when everything has been read.
import { createHash } from 'node:crypto'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts'
import { findNetwork } from '../../../src/chain/networks.ts'
import { readBlock } from '../../../src/chain/node-answers.ts'
import { createRpc } from '../../../src/chain/rpc/create-rpc.ts'
import { openWatching, signal, transfersOfWatched } from '../../../src/chain/follow/index-store.fixture.ts'

const [, , directory = '', url = '', watches = ''] = process.argv
const startedAt = systemClock.now()
// The chain's blocks have times from then on.
const clock = { now: () => 1_700_000_000_000 + systemClock.now() - startedAt }
const parts = { timers: systemTimers, log: silentLog, metrics: silentMetrics }
const store = await openSqliteStore({ ...parts, clock: systemClock, directory })
const rpc = createRpc({ urls: [url], ...parts, clock: systemClock })
const finalBlock = async () => readBlock(await rpc.call('eth_getBlockByNumber', ['finalized', false])).number
const chain = { network: findNetwork('eip155:8453')!, rpc, finalBlock }
const indexes = openWatching({ chain, store, clock, timers: systemTimers, watches: watches === 'watches', historySeconds: 60 })
console.log('open')
for (;;) {
  for (const job of indexes.jobs) await job.run(signal).catch(() => {})
  if (indexes.state().every(({ state }) => state === 'current')) {
    const rows = await transfersOfWatched(indexes)
    const head = indexes.state().find(({ index }) => index === 'transfers')?.block
    console.log(`caught up ${head} ${rows.length} ${createHash('sha256').update(rows.join('\n')).digest('hex')}`)
  }
  await systemTimers.sleep(5)
}
