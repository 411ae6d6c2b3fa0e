import {
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  http,
  type Abi,
  parseAbi,
  parseEventLogs,
  type PublicClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Authorization } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { newWallet } from '../keys.ts'
import { placeContract, placeWallet, delegateAccount } from '../tests/place-contract.ts'
import { signAuthorization } from '../tests/sign-authorization.ts'
import { temporaryWorld } from '../tests/temporary-world.ts'
import type { World, WorldNetwork } from '../world.ts'
import { tokenOwner } from './circle-token.ts'
import { nodeRpc, type NodeRpc } from './node-rpc.ts'

const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'function isBlacklisted(address account) view returns (bool)',
  'function blacklist(address account)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function version() view returns (string)',
  'function decimals() view returns (uint8)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
])

/** For reading by name, whatever the arguments. */
const anyAbi: Abi = abi

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let world: World
beforeAll(async () => {
  world = await temporaryWorld({ networks: ['eip155:8453', 'eip155:1187947933'] })
})
afterAll(() => world.close())

/** What the service relies on, checked with Circle's code and with ours. */
describe.each(['base', 'skale'])('USDC on %s', (slug) => {
  let network: WorldNetwork
  let client: PublicClient
  let rpc: NodeRpc
  const seller = newWallet()
  const submitter = newWallet()

  beforeAll(async () => {
    const found = world.networks.find((one) => one.slug === slug)
    if (found === undefined) throw new Error(`no network ${slug}`)
    network = found
    client = createPublicClient({ transport: http(network.rpcUrl) })
    rpc = nodeRpc(network.rpcUrl)
    await rpc.call('anvil_setBalance', submitter.address, '0xde0b6b3a7640000')
  })

  async function read(
    functionName: 'balanceOf' | 'authorizationState' | 'isBlacklisted' | 'name' | 'symbol' | 'version' | 'decimals',
    args: readonly unknown[] = [],
  ): Promise<unknown> {
    const data = encodeFunctionData({ abi: anyAbi, functionName, args })
    return decodeFunctionResult({ abi: anyAbi, functionName, data: await rpc.call<Hex>('eth_call', { to: network.usdc, data }, 'latest') })
  }

  /** Sends a call to the token from any account. Returns its events by name, or throws the reason of the failure. */
  async function send(from: Hex, data: Hex): Promise<string[]> {
    await rpc.call('eth_call', { from, to: network.usdc, data }, 'latest')
    await rpc.call('anvil_impersonateAccount', from)
    await rpc.call('anvil_setBalance', from, '0xde0b6b3a7640000')
    const hash = await rpc.call<Hex>('eth_sendTransaction', { from, to: network.usdc, data, gas: '0x7a120', gasPrice: '0x77359400' })
    await rpc.call('evm_mine')
    const receipt = await client.getTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    return parseEventLogs({ abi, logs: receipt.logs }).map(({ eventName }) => eventName)
  }

  function transferData(
    { from, to, value, validAfter, validBefore, nonce, signature }: Authorization,
    form: 'bytes' | 'vrs' = 'bytes',
  ): Hex {
    const common = [from, to, value, validAfter, validBefore, nonce] as const
    if (form === 'bytes') return encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args: [...common, signature] })
    const [r, s, v] = [`0x${signature.slice(2, 66)}`, `0x${signature.slice(66, 130)}`, Number.parseInt(signature.slice(130), 16)] as const
    return encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args: [...common, v, r, s] })
  }

  async function funded(): Promise<{ address: Hex; privateKey: Hex }> {
    const wallet = newWallet()
    await world.fund(wallet.address, '1')
    return wallet
  }

  const pay = (privateKey: Hex, more: { from?: Hex; validAfter?: bigint; validBefore?: bigint } = {}): Promise<Authorization> =>
    signAuthorization({ privateKey, network, to: seller.address, value: 250_000n, ...more })

  test('has the name and version of its signing domain', async () => {
    expect([await read('name'), await read('version'), await read('symbol'), await read('decimals')]).toEqual([
      network.name,
      network.version,
      'USDC',
      6,
    ])
  })

  test.each(['bytes', 'vrs'] as const)('moves what a plain account authorized, once (%s)', async (form) => {
    const payer = await funded()
    const before = BigInt(String(await read('balanceOf', [seller.address])))
    const authorization = await pay(payer.privateKey)
    expect(await send(submitter.address, transferData(authorization, form))).toEqual(['AuthorizationUsed', 'Transfer'])
    expect(await read('balanceOf', [payer.address])).toBe(750_000n)
    expect(await read('balanceOf', [seller.address])).toBe(before + 250_000n)
    expect(await read('authorizationState', [payer.address, authorization.nonce])).toBe(true)
    await expect(send(submitter.address, transferData(authorization, form))).rejects.toThrow('authorization is used or canceled')
  })

  test('refuses the second form of a signature (high s)', async () => {
    const authorization = await pay((await funded()).privateKey)
    const s = order - BigInt(`0x${authorization.signature.slice(66, 130)}`)
    const v = authorization.signature.endsWith('1b') ? '1c' : '1b'
    const signature: Hex = `0x${authorization.signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`
    await expect(send(submitter.address, transferData({ ...authorization, signature }))).rejects.toThrow('invalid')
  })

  test('refuses a v of 0 or 1 and a stranger’s signature', async () => {
    const payer = await funded()
    const authorization = await pay(payer.privateKey)
    const signature: Hex = `${authorization.signature.slice(0, -2) as Hex}${authorization.signature.endsWith('1b') ? '00' : '01'}`
    await expect(send(submitter.address, transferData({ ...authorization, signature }))).rejects.toThrow('invalid')
    await expect(send(submitter.address, transferData(await pay(newWallet().privateKey, { from: payer.address })))).rejects.toThrow(
      'invalid',
    )
  })

  test('excludes both ends of the window', async () => {
    const { privateKey } = await funded()
    const { timestamp } = await client.getBlock()
    await expect(send(submitter.address, transferData(await pay(privateKey, { validAfter: timestamp + 60n })))).rejects.toThrow(
      'not yet valid',
    )
    await expect(send(submitter.address, transferData(await pay(privateKey, { validBefore: timestamp })))).rejects.toThrow('expired')
  })

  test('refuses more than the balance, and a blacklisted payer', async () => {
    const poor = newWallet()
    await expect(send(submitter.address, transferData(await pay(poor.privateKey)))).rejects.toThrow('exceeds balance')
    const barred = await funded()
    await send(tokenOwner, encodeFunctionData({ abi, functionName: 'blacklist', args: [barred.address] }))
    expect(await read('isBlacklisted', [barred.address])).toBe(true)
    await expect(send(submitter.address, transferData(await pay(barred.privateKey)))).rejects.toThrow('blacklisted')
  })

  test('asks a contract wallet about its signature, and nothing else', async () => {
    const owner = newWallet()
    const wallet = await placeWallet(network.rpcUrl, owner.address)
    await world.fund(wallet, '1')
    expect(await send(submitter.address, transferData(await pay(owner.privateKey, { from: wallet })))).toEqual([
      'AuthorizationUsed',
      'Transfer',
    ])
    await expect(send(submitter.address, transferData(await pay(newWallet().privateKey, { from: wallet })))).rejects.toThrow('invalid')
  })

  test('asks a plain account with delegated code like a contract', async () => {
    const payer = await funded()
    const authorization = await pay(payer.privateKey)
    const burner = await placeContract(network.rpcUrl, 'gas-burner')
    // SKALE has no delegation, so there the code itself is installed.
    if (slug === 'base') await delegateAccount(network.rpcUrl, payer.address, burner)
    else await placeContract(network.rpcUrl, 'gas-burner', { at: payer.address })
    await expect(send(submitter.address, transferData(authorization))).rejects.toThrow()
  })

  test('refuses a cancelled authorization', async () => {
    const payer = await funded()
    const authorization = await pay(payer.privateKey)
    const signature = await privateKeyToAccount(payer.privateKey).signTypedData({
      domain: { name: network.name, version: network.version, chainId: network.chainId, verifyingContract: network.usdc },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: payer.address, nonce: authorization.nonce },
    })
    const cancel = encodeFunctionData({ abi, functionName: 'cancelAuthorization', args: [payer.address, authorization.nonce, signature] })
    expect(await send(submitter.address, cancel)).toEqual(['AuthorizationCanceled'])
    expect(await read('authorizationState', [payer.address, authorization.nonce])).toBe(true)
    await expect(send(submitter.address, transferData(authorization))).rejects.toThrow('authorization is used or canceled')
  })

  test('receiveWithAuthorization is for the payee only', async () => {
    const payer = await funded()
    const authorization = await pay(payer.privateKey)
    const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
    const receive = encodeFunctionData({
      abi,
      functionName: 'receiveWithAuthorization',
      args: [from, to, value, validAfter, validBefore, nonce, signature],
    })
    await expect(send(submitter.address, receive)).rejects.toThrow('caller must be the payee')
    // Signed as a transfer, so it does not permit receiveWithAuthorization.
    await expect(send(seller.address, receive)).rejects.toThrow('invalid')
  })
})
