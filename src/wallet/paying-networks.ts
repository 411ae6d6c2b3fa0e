import { networks } from '../chain/networks.ts'

/** A network that a wallet can pay on. */
export interface PayingNetwork {
  /** CAIP-2. */
  readonly id: (typeof networks)[number]['id']
  /** For people: "Base". */
  readonly name: string
  /** What a user types: "base". */
  readonly slug: string
}

export const payingNetworks: readonly PayingNetwork[] = networks

/** Finds a network by its slug, in upper or lower case, or by its CAIP-2 id. */
export function findPayingNetwork(slugOrId: string): PayingNetwork | undefined {
  return payingNetworks.find(({ id, slug }) => slugOrId === id || slugOrId.toLowerCase() === slug)
}
