import { encodeFunctionData, zeroAddress, zeroHash, type Abi, type ContractFunctionArgs, type ContractFunctionName } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '../../src/shared/bytes.ts'
import { newWallet, type Wallet } from '../keys.ts'
import { lookAt, type ChainView } from '../tests/look-at-chain.ts'
import { placeWallet } from '../tests/place-contract.ts'
import { registryAbi as abi } from '../tests/registry-abi.ts'
import { temporaryWorld } from '../tests/temporary-world.ts'
import type { World } from '../world.ts'
import { identityRegistry, reputationRegistry } from './canonical-contracts.ts'
import { nodeRpc } from './node-rpc.ts'

// SKALE runs the oldest EVM; what works there works on the other chains.
const slugs = ['base', 'skale'] as const
let world: World
beforeAll(async () => {
  world = await temporaryWorld({ networks: ['eip155:8453', 'eip155:1187947933'] })
})
afterAll(() => world.close())

type Write = 'nonpayable'
type Name = ContractFunctionName<typeof abi, Write>

describe.each(slugs)('ERC-8004 on %s', (slug) => {
  let view: ChainView
  let rpcUrl: string
  const [owner, operator, client, stranger] = [newWallet(), newWallet(), newWallet(), newWallet()] as const
  beforeAll(() => {
    view = lookAt(world, slug)
    rpcUrl = world.networks.find((one) => one.slug === slug)!.rpcUrl
  })

  /** Sends and mines a call; false when the registry refuses it. */
  async function does<N extends Name>(who: Wallet, to: Hex, functionName: N, args: ContractFunctionArgs<typeof abi, Write, N>) {
    const rpc = nodeRpc(rpcUrl)
    const data = encodeFunctionData<Abi>({ abi, functionName, args: args as readonly unknown[] })
    await rpc.batch([
      ['anvil_impersonateAccount', who.address],
      ['anvil_setBalance', who.address, '0xde0b6b3a7640000'],
    ])
    const hash = await rpc.call<Hex>('eth_sendTransaction', { from: who.address, to, data, gas: '0x1e8480', gasPrice: '0x77359400' })
    await rpc.call('evm_mine')
    return (await view.client.getTransactionReceipt({ hash })).status === 'success'
  }
  const identity = { address: identityRegistry, abi } as const
  const reputation = { address: reputationRegistry, abi } as const
  const walletOf = () => view.client.readContract({ ...identity, functionName: 'getAgentWallet', args: [0n] })
  const give = (who: Wallet, value: bigint, decimals: number, tag: string, agent = 0n) =>
    does(who, reputationRegistry, 'giveFeedback', [agent, value, decimals, tag, 'eu', '', '', zeroHash])

  async function agreement(wallet: Hex, signer: Wallet, deadline: bigint) {
    const types = {
      AgentWalletSet: [
        { name: 'agentId', type: 'uint256' },
        { name: 'newWallet', type: 'address' },
        { name: 'owner', type: 'address' },
        { name: 'deadline', type: 'uint256' },
      ],
    } as const
    const chainId = await view.client.getChainId()
    const domain = { name: 'ERC8004IdentityRegistry', version: '1', chainId, verifyingContract: identityRegistry }
    const message = { agentId: 0n, newWallet: wallet, owner: owner.address, deadline }
    return privateKeyToAccount(signer.privateKey).signTypedData({ domain, types, primaryType: 'AgentWalletSet', message })
  }
  const soon = async () => (await view.client.getBlock()).timestamp + 200n

  test('the first agent has number 0, its owner as its wallet, and the metadata of its registration', async () => {
    expect(await does(owner, identityRegistry, 'register', ['data:,', [{ metadataKey: 'colour', metadataValue: '0xff00' }]])).toBe(true)
    expect(await view.client.readContract({ ...identity, functionName: 'ownerOf', args: [0n] })).toBe(owner.address)
    expect(await walletOf()).toBe(owner.address)
    expect(await view.client.readContract({ ...identity, functionName: 'getMetadata', args: [0n, 'colour'] })).toBe('0xff00')
    expect(await view.client.readContract({ ...identity, functionName: 'supportsInterface', args: ['0x80ac58cd'] })).toBe(true)
  })

  test('only the owner and its operators write metadata of an agent, and never its wallet', async () => {
    expect(await does(stranger, identityRegistry, 'setAgentURI', [0n, 'data:,stolen'])).toBe(false)
    expect(await does(owner, identityRegistry, 'setMetadata', [0n, 'agentWallet', stranger.address])).toBe(false)
    expect(await does(owner, identityRegistry, 'register', ['', [{ metadataKey: 'agentWallet', metadataValue: stranger.address }]])).toBe(
      false,
    )
    expect(await does(owner, identityRegistry, 'approve', [operator.address, 0n])).toBe(true)
    expect(await does(operator, identityRegistry, 'setAgentURI', [0n, 'data:,new'])).toBe(true)
    expect(await view.client.readContract({ ...identity, functionName: 'tokenURI', args: [0n] })).toBe('data:,new')
  })

  test('a wallet is set for an agent with the wallet’s own signature, within five minutes', async () => {
    const { address } = client
    const deadline = await soon()
    const set = async (signature: Hex, until = deadline, wallet = address) =>
      does(owner, identityRegistry, 'setAgentWallet', [0n, wallet, until, signature])
    expect(await set(await agreement(address, stranger, deadline))).toBe(false)
    expect(await set(await agreement(address, client, deadline + 1_000n), deadline + 1_000n)).toBe(false)
    expect(await set(await agreement(address, client, 1n), 1n)).toBe(false)
    expect(await set(await agreement(address, client, deadline))).toBe(true)
    expect(await walletOf()).toBe(address)
    const contract = await placeWallet(rpcUrl, stranger.address)
    expect(await set(await agreement(contract, stranger, deadline), deadline, contract)).toBe(true)
    expect(await walletOf()).toBe(contract)
    expect(await does(owner, identityRegistry, 'unsetAgentWallet', [0n])).toBe(true)
    expect(await walletOf()).toBe(zeroAddress)
  })

  test('an agent’s owner and operators may not review it, and no client may review an unknown agent', async () => {
    for (const who of [owner, operator]) expect(await give(who, 100n, 0, 'starred')).toBe(false)
    expect(await give(client, 100n, 0, 'starred', 9n)).toBe(false)
    expect(await give(client, 1n, 19, 'starred')).toBe(false)
    expect(await give(client, 10n ** 38n + 1n, 0, 'starred')).toBe(false)
  })

  test('feedback is summarized by tag, in the most frequent number of decimals, without revoked feedback', async () => {
    expect(await give(client, 80n, 0, 'starred')).toBe(true)
    expect(await give(client, 9_150n, 2, 'starred')).toBe(true)
    expect(await give(stranger, 70n, 0, 'starred')).toBe(true)
    expect(await give(stranger, -5n, 0, 'delta')).toBe(true)
    const clients = [client.address, stranger.address]
    const summary = (tag: string, of: Hex[] = clients) =>
      view.client.readContract({ ...reputation, functionName: 'getSummary', args: [0n, of, tag, ''] })
    expect(await summary('starred')).toEqual([3n, 80n, 0])
    expect(await summary('delta')).toEqual([1n, -5n, 0])
    expect(await summary('none')).toEqual([0n, 0n, 0])
    await expect(summary('starred', [])).rejects.toThrow()
    expect(await does(stranger, reputationRegistry, 'revokeFeedback', [0n, 1n])).toBe(true)
    expect(await does(stranger, reputationRegistry, 'revokeFeedback', [0n, 1n])).toBe(false)
    expect(await summary('starred')).toEqual([2n, 85n, 0])
    const all = (revokedToo: boolean) =>
      view.client.readContract({ ...reputation, functionName: 'readAllFeedback', args: [0n, [], '', '', revokedToo] })
    expect((await all(false))[2]).toEqual([80n, 9_150n, -5n])
    expect(await all(true)).toEqual([
      [client.address, client.address, stranger.address, stranger.address],
      [1n, 2n, 1n, 2n],
      [80n, 9_150n, 70n, -5n],
      [0, 2, 0, 0],
      ['starred', 'starred', 'starred', 'delta'],
      ['eu', 'eu', 'eu', 'eu'],
      [false, false, true, false],
    ])
  })

  test('responses are counted per feedback, per client and in total', async () => {
    for (const who of [owner, owner, operator]) {
      expect(await does(who, reputationRegistry, 'appendResponse', [0n, client.address, 2n, 'data:,thanks', zeroHash])).toBe(true)
    }
    expect(await does(owner, reputationRegistry, 'appendResponse', [0n, client.address, 3n, 'data:,what', zeroHash])).toBe(false)
    const count = (of: Hex, index: bigint, by: Hex[]) =>
      view.client.readContract({ ...reputation, functionName: 'getResponseCount', args: [0n, of, index, by] })
    expect(await count(client.address, 2n, [])).toBe(3n)
    expect(await count(client.address, 0n, [operator.address])).toBe(1n)
    expect(await count(zeroAddress, 0n, [])).toBe(3n)
    expect(await count(client.address, 1n, [])).toBe(0n)
  })
})
