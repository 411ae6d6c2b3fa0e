import type { NetworkId } from '../../../chain/chain.ts'
import type { Hex } from '../../../shared/bytes.ts'

/**
 * Contracts of mixers through which USDC goes, as publicly known in November 2026: Tornado Cash's three pools of USDC on
 * Ethereum, and the routers that put in and take out for others. Its pools on other networks hold no USDC.
 */
const tornadoCash: readonly Hex[] = [
  // 100, 1,000 and 10,000 USDC
  '0xd96f2B1c14Db8458374d9Aca76E26c3D18364307',
  '0x4736dCf1b7A3d580672CcE6E7c65cd5cc9cFBa9D',
  '0xD691F27f38B395864Ea86CfC7253969B409c362d',
  // Routers, the newest first
  '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b',
  '0x722122dF12D4e14e13Ac3b6895a86e84145b6967',
  '0x905b63Fff465B9fFBF41DeA908CEb12478ec7601',
]

/** Where there are mixers, and which. With checksums. */
export const mixers: Readonly<Partial<Record<NetworkId, readonly Hex[]>>> = { 'eip155:1': tornadoCash }

/** When the table was last looked over. */
export const mixersAsOf = '2026-11-22'
