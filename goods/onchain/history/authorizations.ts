import type { Chain, Hex } from '../../../src/goods/kit/evm.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import { addressTopic, quantity, readBlock, topics } from '../../../src/goods/kit/rpc.ts'
import { budgetedRpc } from './budgeted-rpc.ts'
import type { SpanMemory } from './question-size.ts'
import { readLogsBack } from './read-logs-back.ts'

/** The EIP-3009 authorizations of the network's USDC that an account signed and that somebody sent. */
export interface UsedAuthorizations {
  readonly count: number
  /** When the oldest of them was used, in Unix seconds; null without any. */
  readonly firstAt: number | null
  /** Whether the whole chain was read. Else there may be more, and older ones. */
  readonly whole: boolean
}

export interface AuthorizationParts {
  /** The newest block. */
  readonly head: bigint
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly spans: SpanMemory
}

const maxLogs = 2_000
const maxLogQuestions = 6
const maxMs = 1_000

/** The most questions that one reading asks: those for logs, and one for the time of the oldest. */
export const maxAuthorizationQuestions = maxLogQuestions + 1

/**
 * Reads which payments an account (lower case) only signed, from the newest back: a facilitator sends such a transaction, so the
 * account's own nonce does not show it. Nobody can make these events in the name of another account.
 * @throws RpcUnreachable or RpcRejected when nothing could be read; the signal's reason when it aborts before that
 */
export async function readAuthorizations(
  { network, rpc }: Pick<Chain, 'network' | 'rpc'>,
  account: Hex,
  { head, clock, signal, timeoutMs, spans }: AuthorizationParts,
): Promise<UsedAuthorizations> {
  const startedAt = clock.now()
  const filter = {
    addresses: [network.asset.toLowerCase() as Hex],
    events: [topics.authorizationUsed as Hex],
    indexed: [[addressTopic(account)]],
  }
  const { logs, cut } = await readLogsBack(budgetedRpc(rpc, maxLogQuestions, { signal, timeoutMs }), filter, {
    from: 0n,
    to: head,
    maxLogs,
    isTooLate: () => clock.now() - startedAt > maxMs,
    spans,
    key: `${network.id} authorizations`,
  })
  const oldest = logs.at(-1)
  const whole = cut === null
  if (!oldest) return { count: 0, firstAt: null, whole }
  const time =
    oldest.blockTime ??
    readBlock(await rpc.call('eth_getBlockByNumber', [quantity(oldest.blockNumber), false], { signal, timeoutMs })).timestamp
  return { count: logs.length, firstAt: Number(time), whole }
}
