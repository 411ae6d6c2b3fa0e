import { everyStandIn } from '../../sandbox/upstreams/every-stand-in.ts'
import { startWorld } from '../../sandbox/world.ts'
import type { NetworkId } from '../../src/chain/chain.ts'
import { silentLog } from '../../src/shared/log.ts'

// Started by `open-world.ts`: chains and simulated upstreams, until the parent process disconnects.
const [directory, ...networks] = process.argv.slice(2)
/** Keeps the world's own miner from making blocks, because it can't be paused for a reorganisation. */
const never = 2_000_000_000

const world = await startWorld({
  directory: directory!,
  blockMs: never,
  networks: networks as NetworkId[],
  lineStandIns: await everyStandIn(),
  log: silentLog,
})
process.once('disconnect', () => void world.close().finally(() => process.exit(0)))
process.send!(world.file)
