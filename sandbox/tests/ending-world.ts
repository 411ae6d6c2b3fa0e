import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect } from 'vitest'
import type { NetworkId } from '../../src/chain/chain.ts'
import { silentLog } from '../../src/shared/log.ts'
import { startWorld, type World } from '../world.ts'
import { heldWorld } from './held-world.ts'
import { temporaryDirectory } from './temporary-world.ts'

/** For each test of a file: a directory in which a process of its own holds a sandbox with these networks, and in which one starts again. */
export function useEndingWorld(networks: NetworkId[]) {
  let directory: string
  let again: World | null
  beforeEach(() => {
    directory = temporaryDirectory()
    again = null
  })
  afterEach(async () => {
    await again?.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    directory: () => directory,
    held: () => heldWorld(directory, networks),
    async startAgain(): Promise<World> {
      again = await startWorld({ directory, log: silentLog, blockMs: 100, upstreams: false, networks })
      return again
    },
    /** What balances are when each network holds so much. */
    holding: (usdc: string) => networks.map((network) => expect.objectContaining({ network, usdc })),
  }
}
