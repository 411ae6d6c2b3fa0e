import type { Hex } from '../shared/bytes.ts'
import { bytesDigits, selectors, uintDigits } from './abi.ts'
import type { Rpc } from './chain.ts'
import { asUnreachable, isExecutionFailure } from './node-errors.ts'
import { quantity } from './node-answers.ts'

/**
 * The gas for asking a wallet, the call itself included. The same check runs again inside of the transfer, where the settler
 * gives a contract payer 500,000 gas (`gasContract`). What is accepted here must fit in there, because by then the work is
 * done.
 */
const gasCap = 400_000

/** The return value that ERC-1271 requires, as one whole word: the token compares all of it. */
const magicWord = `0x1626ba7e${'0'.repeat(56)}`

/** Whether the contract at an address takes this signature for this digest (ERC-1271). A revert or any other answer means no. */
export async function contractAccepts(rpc: Rpc, wallet: Hex, digest: Hex, signature: Hex): Promise<boolean> {
  const data = `${selectors.isValidSignature}${digest.slice(2)}${uintDigits(64n)}${bytesDigits(signature)}`
  try {
    const answer = await rpc.call('eth_call', [{ to: wallet, data, gas: quantity(gasCap) }, 'latest'], { alone: true })
    return typeof answer === 'string' && answer.slice(0, 66).toLowerCase() === magicWord
  } catch (error) {
    if (isExecutionFailure(error)) return false
    throw asUnreachable(error)
  }
}
