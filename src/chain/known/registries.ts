import type { Hex } from '../../shared/bytes.ts'

/** The ERC-8004 registries have the same addresses on every main network. Lower case. */
export const identityRegistry: Hex = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
export const reputationRegistry: Hex = '0x8004baa17c55a88189ae136b182e5fda19de9b63'
