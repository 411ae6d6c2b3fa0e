import type { World } from '../../sandbox/world.ts'
import { createPayers, type Payer } from './payers.ts'

/** Payers that hold USDC in a sandbox. */
export async function fundedPayers(world: World, count: number, usdc: string): Promise<Payer[]> {
  const payers = createPayers(count)
  await Promise.all(payers.map(({ address }) => world.fund(address, usdc)))
  return payers
}
