import type { NetworkId } from '../../src/chain/chain.ts'
import { silentLog } from '../../src/shared/log.ts'
import { startWorld } from '../world.ts'

// A process that owns a world until it is killed: `node hold-world.ts <directory> <network>...`. It reports when it is ready.
const [directory = '', ...networks] = process.argv.slice(2)
const world = await startWorld({ directory, log: silentLog, blockMs: 100, upstreams: false, networks: networks as NetworkId[] })
process.stdout.write(`${world.file}\n`)
