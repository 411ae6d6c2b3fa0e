import { everyStandIn } from '../../sandbox/upstreams/every-stand-in.ts'
import { join } from 'node:path'
import { openUpstreams } from '../../sandbox/open-upstreams.ts'
import { silentLog } from '../../src/shared/log.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { FarthingInput } from '../servers/farthing.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** The recipient of all payments in benchmarks with stubs. */
export const payTo: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** A key for the stub's chain, where nothing has any value. */
export const signerKey: Hex = `0x${'51'.repeat(32)}`

export interface Farthing extends ServerProcess {
  /** Holds its database. */
  readonly directory: string
}

/** The service over stubs. The simulated upstreams run in this process, so their CPU does not count as the service's. */
export async function startFarthing(env: Readonly<Record<string, string>> = {}, key: Hex = signerKey): Promise<Farthing> {
  const directory = temporaryDirectory()
  const upstreams = await openUpstreams({ log: silentLog, served: await everyStandIn() })
  const input: FarthingInput = {
    dataDir: join(directory.path, 'data'),
    payTo,
    signerKey: key,
    upstreams: upstreams.baseUrls,
    env,
  }
  const server = await startServer('farthing', input)
  return {
    ...server,
    directory: directory.path,
    async stop() {
      await server.stop()
      await upstreams.close()
      directory[Symbol.dispose]()
    },
  }
}
