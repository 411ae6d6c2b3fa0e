import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeFunctionData, parseAbi } from 'viem'
import { identityRegistry } from '../chains/canonical-contracts.ts'
import type { Past, RunningChain } from '../chains/start-chains.ts'
import { writePrivateFile } from '../write-private-file.ts'
import { agentUri, type AgentOrigins } from './agent-files.ts'
import { openAgentHosts } from './agent-hosts.ts'
import { day } from './deed.ts'
import { inhabitants } from './inhabitants.ts'
import { agentLives } from './lives/agents.ts'
import { nameLives } from './lives/names.ts'
import { patternLives } from './lives/patterns.ts'
import { tokenLives } from './lives/tokens.ts'
import { walletLives } from './lives/wallets.ts'
import { writePast } from './write-past.ts'

/** Older than the oldest inhabitant. */
const begin = 1_150 * day
const abi = parseAbi(['function setAgentURI(uint256 agentId, string newURI)'])

export interface Population {
  readonly past: Past
  /**
   * Lets tokens point at the files where their sites are not at their old place. Gives the place of the files; null where
   * nobody lives, since the chains are older than all inhabitants.
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

/** Opens the agents' sites, and has the inhabitants' past ready for the chains of a directory that begin anew. */
export async function openPopulation(directory: string): Promise<Population> {
  const file = join(directory, 'population.json')
  const before = read(file)
  const { origins, close } = await openAgentHosts(before)
  const moved = before !== null && (before.shop !== origins.shop || before.bazaar !== origins.bazaar)
  const startedAt = Math.floor(Date.now() / 1000)
  const deeds = [...walletLives(), ...patternLives(), ...nameLives(), ...tokenLives(), ...(await agentLives(origins, startedAt))]
  let inhabited = before !== null
  return {
    past: {
      genesis: startedAt - begin,
      async write(chain) {
        // First, since a start that is cut short may have finished some of the chains, which know this place.
        writePrivateFile(file, origins)
        inhabited = true
        await writePast(chain, deeds, startedAt)
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
