import { RpcRejected, RpcUnreachable, type SendResult } from './chain.ts'

/** The words of geth, erigon, nethermind, besu, anvil and SKALE's node for a call that failed in the virtual machine. */
const executionWords =
  /revert|vm execution error|evm error|out of ?gas|invalid opcode|invalid jump|bad jump|stack (?:under|over)flow|gas required exceeds|write protection|call depth/i

/** Whether a node's rejection means that the contract itself failed, and not that the node could not run it. */
export function isExecutionFailure(error: unknown): error is RpcRejected {
  return error instanceof RpcRejected && (error.code === 3 || executionWords.test(error.message))
}

/** Turns a node's rejection into RpcUnreachable: unless a contract failed, it is as good as no answer. */
export function asUnreachable(error: unknown): unknown {
  return error instanceof RpcRejected ? new RpcUnreachable(`the node refused: ${error.message} (${error.code})`) : error
}

/** In order of priority: a text may match several, and the first match counts. */
const sendWords: readonly (readonly [SendResult, RegExp])[] = [
  [
    'already_known',
    /already known|alreadyknown|already imported|known transaction|already exists|already in (?:the )?(?:block ?chain|mempool|pool)|duplicate transaction/i,
  ],
  ['nonce_too_low', /nonce (?:is )?too low|nonce too small|oldnonce|old nonce|nonce has already been used|invalid transaction nonce/i],
  [
    'underpriced',
    /underpriced|feetoolow|fee too low|gas price too low|gas price below|tip too low|replacementnotallowed|could not replace|less than block base fee|max fee per gas less|gas price is too low/i,
  ],
  [
    'no_gas_money',
    /insufficient ?funds|insufficient balance|insufficient eth|upfront cost exceeds|account balance is too low|sender doesn't have enough/i,
  ],
]

/** The result that a node's words about a sent transaction mean. */
export function sendResultOf(error: RpcRejected): Exclude<SendResult, 'accepted'> {
  const found = sendWords.find(([, words]) => words.test(error.message))
  return (found?.[0] as Exclude<SendResult, 'accepted'> | undefined) ?? 'rejected'
}
