import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeFunctionData, parseAbi } from 'viem'
import { identityRegistry } from '../chains/canonical-contracts.ts'
import type { ChainHistory, RunningChain } from '../chains/start-chains.ts'
import { writePrivateFile } from '../write-private-file.ts'
import { agentUri, type AgentOrigins } from './agent-files.ts'
import { openAgentHosts } from './agent-hosts.ts'
import { day } from './history-event.ts'
import { inhabitants } from './inhabitants.ts'
import { agentHistory } from './histories/agents.ts'
import { nameHistory } from './histories/names.ts'
import { patternHistory } from './histories/patterns.ts'
import { tokenHistory } from './histories/tokens.ts'
import { walletHistory } from './histories/wallets.ts'
import { writeHistory } from './write-history.ts'

/** Older than the oldest inhabitant. */
const begin = 1_150 * day
const abi = parseAbi(['function setAgentURI(uint256 agentId, string newURI)'])

export interface Population {
  readonly history: ChainHistory
  /**
   * Points the agents' tokens at the new origins of their files if these have changed. Returns the origins; null when the chains were
   * created without inhabitants.
   */
  settle(chains: readonly RunningChain[]): Promise<AgentOrigins | null>
  close(): Promise<void>
}

function read(file: string): AgentOrigins | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as AgentOrigins
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Opens the agents' sites, and prepares the inhabitants' history for new chains of a directory. */
export async function openPopulation(directory: string): Promise<Population> {
  const file = join(directory, 'population.json')
  const before = read(file)
  const { origins, close } = await openAgentHosts(before)
  const moved = before !== null && (before.shop !== origins.shop || before.bazaar !== origins.bazaar)
  const startedAt = Math.floor(Date.now() / 1000)
  const events = [...walletHistory(), ...patternHistory(), ...nameHistory(), ...tokenHistory(), ...(await agentHistory(origins, startedAt))]
  let inhabited = before !== null
  return {
    history: {
      genesis: startedAt - begin,
      async write(chain) {
        // Written first: a start that is interrupted may have finished some chains, whose tokens point at these origins.
        writePrivateFile(file, origins)
        inhabited = true
        await writeHistory(chain, events, startedAt)
      },
    },
    async settle(chains) {
      if (!inhabited) return null
      if (moved) await Promise.all(chains.map((chain) => pointAgents(chain, origins)))
      writePrivateFile(file, origins)
      return origins
    },
    close,
  }
}

async function pointAgents({ rpc, slug }: RunningChain, origins: AgentOrigins): Promise<void> {
  for (const { key, address, agents } of inhabitants) {
    const agentId = agents?.[slug]
    const uri = agentUri(key, origins)
    if (agentId === undefined || uri === '') continue
    const data = encodeFunctionData({ abi, functionName: 'setAgentURI', args: [BigInt(agentId), uri] })
    await rpc.call('anvil_impersonateAccount', address)
    await rpc.call('eth_sendTransaction', { from: address, to: identityRegistry, data, gas: '0xf4240', gasPrice: '0x77359400' })
    await rpc.call('anvil_stopImpersonatingAccount', address)
  }
  await rpc.call('evm_mine')
}
