import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { formatUsd } from '../../src/shared/money.ts'
import type { Account } from '../signed-payments.ts'
import type { FaultyWorld } from './faulty-world.ts'

export interface PayerWallets {
  /** A wallet with much money. */
  rich(): Account
  /** A wallet with money for two calls at the small price on each chain; null when none is left. */
  poor(): Account | null
  /** A wallet with little money that was never used, so its first call is still free; null when none is left. */
  fresh(): Account | null
}

/** Price of a call for which a poor wallet has money twice, in base units. */
export const smallPrice = 7_500n
const plenty = '50'
const little = '1'

/** Funds all wallets before the run begins, because no reorganisation may happen while the faucet makes blocks. */
export async function fundWallets(
  world: FaultyWorld,
  counts: { readonly rich: number; readonly poor: number; readonly fresh?: number },
): Promise<PayerWallets> {
  const make = (count: number) => Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()))
  const [rich, poor, fresh] = [make(counts.rich), make(counts.poor), make(counts.fresh ?? 0)]
  const fund = async () => {
    await Promise.all([
      ...rich.map(({ address }) => world.world.fund(address, plenty)),
      ...fresh.map(({ address }) => world.world.fund(address, little)),
      ...poor.map(({ address }) => world.world.fund(address, formatUsd(2n * smallPrice))),
    ])
  }
  // The faucet makes blocks on all chains.
  const alone = world.chains.reduce<() => Promise<void>>((task, chain) => () => chain.alone(task), fund)
  await alone()
  // The funding is then too deep for any reorganisation.
  await Promise.all(world.chains.map((chain) => chain.mine(10)))
  let used = 0
  return {
    rich() {
      used += 1
      return rich[used % rich.length]!
    },
    poor: () => poor.pop() ?? null,
    fresh: () => fresh.pop() ?? null,
  }
}
