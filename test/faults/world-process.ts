import { startWorld } from '../../sandbox/world.ts'
import type { NetworkId } from '../../src/chain/chain.ts'
import { silentLog } from '../../src/shared/log.ts'

// Started by `open-world.ts`: chains and stand-ins for the upstreams, until whoever started it lets go.
const [directory, ...networks] = process.argv.slice(2)
/** The world's own miner is not used: it can't be stopped for a reorganisation. */
const never = 2_000_000_000

const world = await startWorld({ directory: directory!, blockMs: never, networks: networks as NetworkId[], log: silentLog })
process.once('disconnect', () => void world.close().finally(() => process.exit(0)))
process.send!(world.file)
