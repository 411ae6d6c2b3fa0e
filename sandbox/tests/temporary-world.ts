import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../../src/shared/log.ts'
import { startWorld, type World, type WorldOptions } from '../world.ts'

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'farthing-sandbox-'))
}

/** A world of its own for a test file; closing it removes its directory. Ask for few networks where few are needed: each takes time. */
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
