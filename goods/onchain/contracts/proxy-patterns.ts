import type { Hex } from '../../../src/goods/kit/evm.ts'
import { toHex } from '../../../src/goods/kit/rpc.ts'

/** How a contract names the code that it runs. The first three are named in storage and can be changed; the last two are part of the code. */
export const proxyKinds = ['eip1967', 'zeppelinos', 'eip1967-beacon', 'eip1167', 'erc7511'] as const
export type ProxyKind = (typeof proxyKinds)[number]

/** Storage slots in which proxies keep their addresses: EIP-1967, and OpenZeppelin's older ones, which USDC uses. */
export const proxySlots = {
  /** keccak256("eip1967.proxy.implementation") - 1 */
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  /** keccak256("eip1967.proxy.admin") - 1 */
  admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  /** keccak256("eip1967.proxy.beacon") - 1 */
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  /** keccak256("org.zeppelinos.proxy.implementation") */
  zeppelinosImplementation: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  /** keccak256("org.zeppelinos.proxy.admin") */
  zeppelinosAdmin: '0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
} as const

const minimal = [
  { kind: 'eip1167', before: '363d3d373d3d3d363d73', after: '5af43d82803e903d91602b57fd5bf3' },
  { kind: 'erc7511', before: '365f5f375f5f365f73', after: '5af43d5f5f3e5f3d91602a57fd5bf3' },
] as const

/** The implementation of a minimal proxy, whose whole code is a call to it. Arguments may follow the pattern. */
export function minimalProxyTarget(code: Uint8Array): { readonly kind: ProxyKind; readonly implementation: Hex } | null {
  const digits = toHex(code.subarray(0, 64)).slice(2)
  for (const { kind, before, after } of minimal) {
    const end = before.length + 40
    if (digits.startsWith(before) && digits.startsWith(after, end)) {
      return { kind, implementation: `0x${digits.slice(before.length, end)}` }
    }
  }
  return null
}

/** Where an account sends its calls by EIP-7702. Such an account is a wallet with a key, not a contract. */
export function delegationTarget(code: Uint8Array): Hex | null {
  return code.length === 23 && code[0] === 0xef && code[1] === 0x01 && code[2] === 0x00 ? toHex(code.subarray(3)) : null
}
