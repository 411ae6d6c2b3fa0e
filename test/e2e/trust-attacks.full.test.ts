import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, parseAbi, zeroHash, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityRegistry, reputationRegistry } from '../../sandbox/chains/canonical-contracts.ts'
import { nodeRpc, type NodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { addressOf, membersOf } from '../../sandbox/population/inhabitants.ts'
import { registryAbi } from '../../sandbox/tests/registry-abi.ts'
import { probeBeside } from '../probe/probe.ts'
import { startTestService, youngChains, type TestService } from '../start-test-service.ts'
import { untilDataIsLoaded } from './until-data-is-loaded.ts'

const base = 'eip155:8453'
const abi = [
  ...registryAbi,
  ...parseAbi([
    'function register() returns (uint256)',
    'function transferFrom(address from, address to, uint256 tokenId)',
    'function transfer(address to, uint256 value) returns (bool)',
  ]),
]
const oldWallets = membersOf('reviewer')

let service: TestService
let node: NodeRpc
let usdc: Hex
beforeAll(async () => {
  service = await startTestService({ ownSandbox: youngChains, env: { FREE_QUOTA_PER_DAY: '10000' } })
  const network = service.sandbox.world.networks.find(({ id }) => id === base)!
  node = nodeRpc(network.rpcUrl)
  usdc = network.usdc
  await attack()
  await untilDataIsLoaded(service, { [base]: Number(await node.call('eth_blockNumber')) })
})
afterAll(() => service?.close())
probeBeside('attacks on trust scores', () => service, 'once')

type Call = readonly [from: Hex, to: Hex, data: Hex]
const registers = (from: Hex): Call => [from, identityRegistry, encodeFunctionData({ abi, functionName: 'register', args: [] })]
const points = (from: Hex, agentId: bigint, uri: string): Call => [
  from,
  identityRegistry,
  encodeFunctionData({ abi, functionName: 'setAgentURI', args: [agentId, uri] }),
]
const gives = (from: Hex, to: Hex, agentId: bigint): Call => [
  from,
  identityRegistry,
  encodeFunctionData({ abi, functionName: 'transferFrom', args: [from, to, agentId] }),
]
const praises = (from: Hex, agentId: bigint): Call => [
  from,
  reputationRegistry,
  encodeFunctionData({ abi, functionName: 'giveFeedback', args: [agentId, 100n, 0, 'starred', '', '', '', zeroHash] }),
]
const circles = (from: Hex): Call => [from, usdc, encodeFunctionData({ abi, functionName: 'transfer', args: [from, 1n] })]

/** Sends calls from any account, in order, and waits until all have succeeded. */
async function happen(...calls: readonly Call[]): Promise<void> {
  const senders = [...new Set(calls.map(([from]) => from))]
  await node.batch(
    senders.flatMap((from) => [['anvil_impersonateAccount', from] as const, ['anvil_setBalance', from, '0x8ac7230489e80000'] as const]),
  )
  const counts = (await node.batch(senders.map((from) => ['eth_getTransactionCount', from, 'pending']))) as Hex[]
  const nonces = new Map(senders.map((from, index) => [from, Number(counts[index])]))
  const sent = calls.map(([from, to, data]) => {
    const nonce = nonces.get(from) ?? 0
    nonces.set(from, nonce + 1)
    return ['eth_sendTransaction', { from, to, data, nonce: `0x${nonce.toString(16)}`, gas: '0x7a120', gasPrice: '0x77359400' }] as const
  })
  const hashes = await node.batch(sent)
  for (let waited = 0; ; waited++) {
    const receipts = (await node.batch(hashes.map((hash) => ['eth_getTransactionReceipt', hash]))) as ({ status: Hex } | null)[]
    if (receipts.every((receipt) => receipt !== null)) {
      expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set(['0x1']))
      return
    }
    if (waited === 100) throw new Error('not mined')
    await sleep(50)
  }
}

/** The number of the next agent. */
async function nextAgent(): Promise<bigint> {
  for (let agentId = 0n; ; agentId++) {
    const data = encodeFunctionData({ abi, functionName: 'ownerOf', args: [agentId] })
    const owned = await node.call('eth_call', { to: identityRegistry, data }, 'latest').catch(() => null)
    if (owned === null) return agentId
  }
}

/** A registration file that costs nothing and names any wallets. */
function ownFile(agentId: bigint): string {
  const registrations = [{ agentId: Number(agentId), agentRegistry: `${base}:${identityRegistry}` }]
  const file = { type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1', name: 'Best agent', services: [], registrations }
  return `data:application/json;base64,${Buffer.from(JSON.stringify(file)).toString('base64')}`
}

interface Verdict {
  readonly score: number
  readonly tier: string
  readonly heldBackBy: readonly { readonly gate: string }[]
}
async function verdictOn(address: string): Promise<{ tier: string; score: number; gates: string[] }> {
  const { tier, score, heldBackBy } = (await (await fetch(`${service.url}/v1/agent/tier/${address}`)).json()) as Verdict
  return { tier, score, gates: heldBackBy.map(({ gate }) => gate) }
}
const verify = async (address: string) =>
  (await (await fetch(`${service.url}/v1/agent/verify/${address}`)).json()) as {
    verified: boolean
    reason: string
    erc8004: { agentCount: number; agents: readonly unknown[] }
  }

const [maker, copier, buyer, vandal] = [oldWallets[1]!, oldWallets[2]!, oldWallets[3]!, oldWallets[5]!]
const seller = addressOf('freight-desk')
const soldAgent = 1n
const victim = addressOf('quote-desk')
let rich: Hex

/** All attacks at once, since the index takes time. */
async function attack(): Promise<void> {
  rich = (await service.wallet('5000')).address
  const ring = await Promise.all(Array.from({ length: 3 }, async () => (await service.wallet()).address))
  const first = await nextAgent()
  // One after the other, so that each gets a known number.
  for (const one of [rich, maker, copier]) await happen(registers(one))
  const [ofRich, ofMaker, ofCopier] = [first, first + 1n, first + 2n]
  const gifts = Array.from({ length: 205 }, (_, index) => first + 3n + BigInt(index))
  await happen(
    points(rich, ofRich, ownFile(ofRich)),
    ...ring.map((one) => praises(one, ofRich)),
    ...Array.from({ length: 30 }, () => circles(rich)),
    points(maker, ofMaker, ownFile(ofMaker)),
    points(copier, ofCopier, `${service.sandbox.world.agentOrigins!.shop}/quote-desk.json`),
    gives(seller, buyer, soldAgent),
    ...gifts.map(() => registers(vandal)),
    ...gifts.map((agentId) => gives(vandal, victim, agentId)),
  )
}

describe('a tier cannot be bought', () => {
  test('with a fresh wallet that has money, an agent with a file of its own, a ring of reviewers and many transfers to itself', async () => {
    const { tier, score, gates } = await verdictOn(rich)
    // Its transfers to itself are a sign of fraud.
    expect([score, tier, gates]).toEqual([15, 'Open', ['known_for_a_week']])
    expect(await verify(rich)).toMatchObject({ verified: true, reason: 'own_file' })
  })

  test('with an old wallet and an agent that it registers today', async () => {
    expect(await verdictOn(maker)).toMatchObject({ tier: 'Verified', gates: ['somebody_behind_it'] })
    expect(await verify(maker)).toMatchObject({ verified: true })
  })

  test("with an old wallet and somebody else's registration file", async () => {
    expect(await verdictOn(copier)).toMatchObject({ tier: 'Verified', gates: ['somebody_behind_it'] })
    expect(await verify(copier)).toMatchObject({ verified: false, reason: 'file_not_own' })
  })

  test('with an old wallet and an old agent that is bought with its file, its domain and its past; the seller no longer has it', async () => {
    const { tier, score, gates } = await verdictOn(buyer)
    // Its score is high enough.
    expect(score).toBeGreaterThanOrEqual(50)
    expect([tier, gates]).toEqual(['Verified', ['somebody_behind_it']])
    expect(await verdictOn(seller)).toMatchObject({ tier: 'Verified', gates: ['somebody_behind_it'] })
    // The wallet agreed to act for the first agent, not for the second.
    expect(await verify(addressOf('freight-wallet'))).toMatchObject({ verified: false, reason: 'not_registered' })
  })
})

describe('others cannot harm an address', () => {
  test('by sending it more agents than are read', async () => {
    expect(await verdictOn(victim)).toMatchObject({ tier: 'Enterprise', gates: [] })
    const { verified, reason, erc8004 } = await verify(victim)
    expect([verified, reason]).toEqual([true, 'own_file'])
    expect(erc8004.agentCount).toBeGreaterThan(150)
    // Agents that it registered itself come first.
    expect(erc8004.agents.slice(0, 2)).toMatchObject([
      { network: base, agentId: '0', file: { outcome: 'own' } },
      { network: 'eip155:1187947933', agentId: '0', file: { outcome: 'own' } },
    ])
  })

  test('by using its name: no agent gets a wallet that has not signed for it', async () => {
    const [thief, stranger] = [oldWallets[1]!, addressOf('old-busy')]
    const agentId = (await nextAgent()) - 1n
    const owner = victim
    const deadline = BigInt(Number((await service.chain().head()).timestamp) + 200)
    const signature = await (
      await service.wallet()
    ).signTypedData({
      domain: { name: 'ERC8004IdentityRegistry', version: '1', chainId: 8453, verifyingContract: identityRegistry },
      types: {
        AgentWalletSet: [
          { name: 'agentId', type: 'uint256' },
          { name: 'newWallet', type: 'address' },
          { name: 'owner', type: 'address' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'AgentWalletSet',
      message: { agentId, newWallet: stranger, owner, deadline },
    })
    const ways = [
      [
        owner,
        encodeFunctionData({ abi, functionName: 'setAgentWallet', args: [agentId, stranger, deadline, signature] }),
        'invalid signature',
      ],
      [owner, encodeFunctionData({ abi, functionName: 'setMetadata', args: [agentId, 'agentWallet', stranger] }), 'reserved key'],
      [
        thief,
        encodeFunctionData({ abi, functionName: 'register', args: ['', [{ metadataKey: 'agentWallet', metadataValue: stranger }]] }),
        'reserved key',
      ],
    ] as const
    for (const [from, data, why] of ways) {
      await expect(node.call('eth_call', { from, to: identityRegistry, data }, 'latest')).rejects.toThrow(why)
    }
    expect(await verify(stranger)).toMatchObject({ verified: false, reason: 'not_registered' })
  })
})
