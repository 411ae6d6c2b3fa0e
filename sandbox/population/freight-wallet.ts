import { keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** The one inhabitant that has to sign something: that it acts for an agent. Everybody can know this key; it is for nothing else. */
export const freightWallet = privateKeyToAccount(keccak256(stringToHex('farthing sandbox, key of freight-wallet')))
