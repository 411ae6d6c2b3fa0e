import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../../src/shared/log.ts'
import { startWorld, type World, type WorldOptions } from '../world.ts'

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'farthing-sandbox-'))
}

/** A separate world for a test file. Closing it removes its directory. Each network takes time, so ask only for those that are needed. */
export async function temporaryWorld(options: Partial<WorldOptions> = {}): Promise<World> {
  const directory = options.directory ?? temporaryDirectory()
  const world = await startWorld({ blockMs: 100, log: silentLog, upstreams: false, ...options, directory })
  return {
    ...world,
    async close() {
      await world.close()
      if (options.directory === undefined) rmSync(directory, { recursive: true, force: true })
    },
  }
}
