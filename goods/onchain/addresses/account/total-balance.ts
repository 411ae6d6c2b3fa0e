import type { Observed } from '../observed.ts'
import type { NetworkObservations } from './observe-network.ts'

/** The USDC (base units) that an address holds on all networks that answered. Source and time are those of its largest balance. */
export function totalBalance(networks: readonly Pick<NetworkObservations, 'balance'>[]): Observed<bigint> {
  const answers = networks.flatMap(({ balance }) => (balance.state === 'observed' ? [balance] : []))
  const [first] = answers
  if (!first) return networks[0]?.balance ?? { state: 'unknown', reason: 'no_network' }
  const largest = answers.reduce((most, one) => (one.value > most.value ? one : most), first)
  return { ...largest, value: answers.reduce((sum, { value }) => sum + value, 0n) }
}
