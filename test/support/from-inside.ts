import { createRequire } from 'node:module'

/** A module that is a dependency of one of our packages. */
export function fromInside(ours: string, inside: string): unknown {
  const require = createRequire(import.meta.url)
  return createRequire(require.resolve(ours))(inside)
}
