import { createFarthing as create } from './library/create-farthing.ts'
import type { Farthing, FarthingOptions } from './library/farthing.ts'

export type { About } from './library/about.ts'
export type { Charge } from './library/charge.ts'
export type { Farthing, FarthingOptions, Price } from './library/farthing.ts'

/** Opens a till for the routes of another server; `docs/library.md` has a server for each framework. @throws ConfigError, OperatorError */
export function createFarthing(options: FarthingOptions): Promise<Farthing> {
  // As in main: nothing but the entry reaches the sandbox and the lines of goods, and only where they are asked for.
  return create(options, {
    openSandbox: async (asked) => (await import('../sandbox/open-sandbox.ts')).openSandbox(asked),
    ownLines: async () => (await import('../goods/lines.ts')).lines,
  })
}
