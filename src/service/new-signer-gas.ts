import type { Config } from '../config/config.ts'
import { readGas } from '../settler/spending/read-gas.ts'
import type { Hex } from '../shared/bytes.ts'
import { connectNetworks } from '../chain/connect/connect-networks.ts'
import { endpointsOf } from './data-world.ts'

type System = Pick<Parameters<typeof connectNetworks>[0], 'clock' | 'timers' | 'log' | 'metrics'>

/**
 * Why a new signer must not send alone yet, a sentence for each network; empty where it can. A network on which the old signers can't pay for
 * a settlement either does not count: nothing is sold there now.
 */
export async function lackOfGas(
  { rpcUrls, nodeAnswerMs }: Pick<Config, 'rpcUrls' | 'nodeAnswerMs'>,
  { sends, retires }: { readonly sends: Hex; readonly retires: readonly Hex[] },
  system: System,
): Promise<readonly string[]> {
  if (rpcUrls.size === 0) return ['whether it has gas is not known, since no RPC_URL_… is set here']
  const networks = await connectNetworks({ ...system, endpoints: endpointsOf(rpcUrls), nodeAnswerMs })
  try {
    const found = await Promise.all(
      [...networks.chains.values()].map(async (chain) => {
        const { name } = chain.network
        try {
          if ((await readGas(chain, sends)).settlementsLeft > 0n) return null
          const old = await Promise.all(retires.map((signer) => readGas(chain, signer)))
          return old.some(({ settlementsLeft }) => settlementsLeft > 0n) ? `on ${name} it has no gas for a settlement` : null
        } catch {
          return `on ${name} no node says what gas it has`
        }
      }),
    )
    return found.filter((why) => why !== null)
  } finally {
    await networks.close()
  }
}
