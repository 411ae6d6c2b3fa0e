import { keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** The only inhabitant that must sign something: its consent to act for an agent. This key is public and has no other use. */
export const freightWallet = privateKeyToAccount(keccak256(stringToHex('farthing sandbox, key of freight-wallet')))
