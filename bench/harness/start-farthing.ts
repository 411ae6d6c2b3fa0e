import { join } from 'node:path'
import { openUpstreams } from '../../sandbox/open-upstreams.ts'
import { silentLog } from '../../src/shared/log.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { FarthingInput } from '../servers/farthing.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** Whom all payments of the benchmarks with stubs go to. */
export const payTo: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Of the stub's chain, where nothing is worth anything. */
export const signerKey: Hex = `0x${'51'.repeat(32)}`

export interface Farthing extends ServerProcess {
  /** Holds its database. */
  readonly directory: string
}

/** The service over stubs: its sources' stand-ins answer from this process, so they do not count as its CPU. */
export async function startFarthing(env: Readonly<Record<string, string>> = {}, key: Hex = signerKey): Promise<Farthing> {
  const directory = temporaryDirectory()
  const upstreams = await openUpstreams({ log: silentLog })
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
