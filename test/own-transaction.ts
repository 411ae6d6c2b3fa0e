import { createWalletClient, defineChain, encodeFunctionData, http, parseAbi } from 'viem'
import type { Chain } from '../src/chain/chain.ts'
import { systemTimers } from '../src/ops/system.ts'
import type { Hex } from '../src/shared/bytes.ts'
import { decodePayment, type Account } from './signed-payments.ts'
import type { TestService } from './start-test-service.ts'

type World = Pick<TestService, 'sandbox'> & { chain(): Chain }

const token = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

/** Sends a transaction of the wallet's own to USDC on Base, and waits until it is mined. */
async function send({ sandbox, chain }: World, from: Account, data: Hex): Promise<void> {
  const network = sandbox.world.networks.find((one) => one.id === 'eip155:8453')!
  const base = defineChain({
    id: network.chainId,
    name: 'test',
    nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [network.rpcUrl] } },
  })
  const hash = await createWalletClient({ account: from, chain: base, transport: http() }).sendTransaction({ to: network.usdc, data })
  while (!(await chain().receipt(hash))) await systemTimers.sleep(20)
}

/** Moves so much USDC, in base units, to the wallet of the sandbox. */
export async function moveAway(world: World, from: Account, amount: bigint): Promise<void> {
  const { address } = world.sandbox.world.payer
  await send(world, from, encodeFunctionData({ abi: token, functionName: 'transfer', args: [address, amount] }))
}

/** Cancels an authorization of the wallet, so that nobody can use it any more. */
export async function cancelAuthorization(world: World, from: Account, nonce: Hex): Promise<void> {
  const { domain, asset, chainId } = world.chain().network
  const signature = await from.signTypedData({
    domain: { ...domain, chainId, verifyingContract: asset },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: from.address, nonce },
  })
  await send(world, from, encodeFunctionData({ abi: token, functionName: 'cancelAuthorization', args: [from.address, nonce, signature] }))
}

/** Submits the authorization in a payment header, as anybody may: the payer pays without a settlement of ours. */
export async function submitAuthorization(world: World, from: Account, payment: string): Promise<void> {
  const { authorization, signature } = decodePayment(payment)['payload']
  const { to, value, validAfter, validBefore, nonce } = authorization
  const args = [authorization.from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature] as const
  await send(world, from, encodeFunctionData({ abi: token, functionName: 'transferWithAuthorization', args }))
}
