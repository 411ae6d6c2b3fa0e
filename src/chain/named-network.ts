import type { Network } from './chain.ts'
import { namesOf, networks } from './networks.ts'

/** The network that a text names, in any case: by its CAIP-2 id, its number, or a name; undefined for any other. */
export function networkNamed(text: string): Network | undefined {
  const name = text.trim().toLowerCase()
  return networks.find((one) => one.id === name || String(one.chainId) === name || namesOf(one).includes(name))
}
