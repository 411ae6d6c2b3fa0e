import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { attachWorld, type World } from '../../sandbox/world.ts'
import type { NetworkId } from '../../src/chain/chain.ts'

const script = fileURLToPath(new URL('./world-process.ts', import.meta.url))

/**
 * A sandbox world in its own process; the caller makes its blocks. In the process of fifty payers the simulated upstreams would wait
 * for the payers' computations, and look like slow upstreams.
 */
export async function openWorld(directory: string, networks: readonly NetworkId[]): Promise<World> {
  const child = fork(script, [directory, ...networks], { execArgv: ['--disable-warning=ExperimentalWarning'] })
  const ended = once(child, 'exit')
  const file = await Promise.race([
    once(child, 'message').then(([file]) => file as string),
    ended.then(([code, signal]) => {
      throw new Error(`the world ended with ${signal ?? code} before it was ready`)
    }),
  ])
  const world = await attachWorld(file)
  return {
    ...world,
    async close() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
