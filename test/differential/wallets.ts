import { concatHex, createWalletClient, getAddress, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { addressWord, slot } from '../../sandbox/chains/storage-slot.ts'
import { minedReceipt } from '../../sandbox/tests/mined-receipt.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { Payer } from './draft.ts'
import { plain, type TestSetup } from './test-accounts.ts'
import type { MutationContext } from './mutation.ts'
import { viemChain } from './viem-chain.ts'
import { deployedBy, factoryCode, ownedWalletInit, walletCode } from './wallet-code.ts'

/** Implementations to which plain accounts delegate by EIP-7702. */
const delegates = ['owned', 'agreeable', 'refusing', 'reverting', 'silent', 'burning'] as const

/**
 * Accounts with code: contract wallets by the names of their code, delegating accounts as `delegates to ...`, and one
 * wallet that is not deployed.
 * @param delegation whether the chain knows EIP-7702.
 */
export async function prepareWallets(
  setup: TestSetup & { readonly delegation: boolean },
): Promise<{ readonly payers: Record<string, Payer>; readonly deployment: MutationContext['deployment'] }> {
  const payers: Record<string, Payer> = {}
  for (const [kind, code] of Object.entries(walletCode)) payers[kind] = await contractWallet(setup, kind, code)
  if (setup.delegation) {
    for (const kind of delegates) payers[`delegates to ${kind}`] = await delegating(setup, `delegates to ${kind}`, payers[kind]!.address)
    payers['delegates to nobody'] = await delegating(setup, 'delegates to nobody', plain('no contract').address)
    payers['delegated by a transaction'] = await delegatedForReal(setup, payers['owned']!.address)
  }
  const factory = getAddress(await setup.chain.place(factoryCode, plain('factory').address))
  const owner = plain('owner of the wallet that is not deployed')
  const calldata = ownedWalletInit(owner.address)
  payers['undeployed'] = { key: owner.key, address: deployedBy(factory, calldata) }
  await Promise.all(Object.values(payers).map(({ address }) => setup.world.fund(address, '1000')))
  return { payers, deployment: { factory, calldata } }
}

/** A wallet with this code, at an address that is the same in every run. */
export async function contractWallet({ chain }: Pick<TestSetup, 'chain'>, name: string, code: Hex): Promise<Payer> {
  const owner = plain(`owner of ${name}`)
  const { address } = plain(`contract ${name}`)
  await chain.place(code, address)
  await own(chain, address, owner.address)
  return { address, key: owner.key }
}

/** An account with the code that a transaction of type 4 would give it. The account is its own owner. */
async function delegating({ chain }: TestSetup, name: string, implementation: Hex): Promise<Payer> {
  const account = plain(name)
  await chain.place(concatHex(['0xef0100', implementation]), account.address)
  await own(chain, account.address, account.address)
  return account
}

/** The same by a real transaction of type 4. */
async function delegatedForReal({ network, world, chain }: TestSetup, implementation: Hex): Promise<Payer> {
  const payer = plain('delegated by a transaction')
  const client = createWalletClient({
    account: privateKeyToAccount(world.signerKeys[0]!),
    chain: viemChain(network),
    transport: http(network.rpcUrl),
    pollingInterval: 25,
  }).extend(publicActions)
  const authorization = await client.signAuthorization({ account: privateKeyToAccount(payer.key), contractAddress: implementation })
  const hash = await client.sendTransaction({ authorizationList: [authorization], to: payer.address })
  await minedReceipt(client, hash)
  const code = await client.getCode({ address: payer.address })
  if (code !== concatHex(['0xef0100', implementation]).toLowerCase()) throw new Error('the account did not take the code')
  await own(chain, payer.address, payer.address)
  return payer
}

async function own(chain: TestSetup['chain'], account: Hex, owner: Hex): Promise<void> {
  await chain.node.call('anvil_setStorageAt', account, slot(0), addressWord(owner))
}
