import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { formatUsd } from '../../src/shared/money.ts'
import type { Account } from '../stage.ts'
import type { FaultyWorld } from './faulty-world.ts'

export interface PayerWallets {
  /** A wallet with plenty, that nobody used yet. */
  rich(): Account
  /** A wallet with money for two calls of this price on each chain; null when all are spent. */
  poor(): Account | null
  /** A wallet with a little that nobody else is given, so that its first call is to come; null when all are spent. */
  fresh(): Account | null
}

/** What a call for which a poor wallet has money twice costs, in base units. */
export const smallPrice = 7_500n
const plenty = '50'
const little = '1'

/** Funds all wallets of a run before it begins: blocks that the faucet makes must not meet a reorganisation. */
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
  // Deeper than any reorganisation.
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
