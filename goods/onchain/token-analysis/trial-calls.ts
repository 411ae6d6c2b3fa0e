import type { Hex } from '../../../src/goods/kit/evm.ts'
import { addressDigits, uintDigits } from '../../../src/goods/kit/rpc.ts'
import { decodeUint } from '../contracts/decode-result.ts'
import type { ContractReader, Overrides } from '../contracts/contract-reader.ts'
import { tokenTrialCode } from './token-trial-code.ts'

/** What was read of an account that may hold a token. */
export interface AccountState {
  /** Base units; null where the token does not say. */
  readonly balance: bigint | null
  readonly isContract: boolean
}

/** One transfer that was tried. Amounts in base units. */
export interface TriedTransfer {
  readonly moved: boolean
  /** What left the sender. */
  readonly sent: bigint
  /** What came to the receiver. */
  readonly arrived: bigint
}

/** The result of a trade: the source gives some to a buyer, who sends half of it on and sells the rest. Null: not tried. */
export interface TriedTrade {
  readonly buy: TriedTransfer | null
  readonly send: TriedTransfer | null
  readonly sell: TriedTransfer | null
}

export interface TradePlan {
  readonly token: Hex
  readonly source: Hex
  readonly buyer: Hex
  readonly recipient: Hex
  readonly market: Hex
}

const selectors = { look: '0x0d6dbda3', trade: '0x0c5c4809' } as const
/** For a call that makes many calls, each with its own gas limit. */
const gasForTrial = 12_000_000

/** The state of these accounts, read in one call. Null where the answer is unreadable. @throws as ContractReader */
export async function readAccountStates(
  node: ContractReader,
  trialContract: Hex,
  token: Hex,
  accounts: readonly Hex[],
): Promise<readonly AccountState[] | null> {
  const data = `${selectors.look}${addressDigits(token)}${uintDigits(64n)}${uintDigits(BigInt(accounts.length))}${accounts.map(addressDigits).join('')}`
  const returned = await node.call(
    { to: trialContract, data: data as Hex, gas: gasForTrial },
    { [trialContract]: { code: tokenTrialCode } },
  )
  const words = wordsOf(returned)
  if (words.length !== 2 + 2 * accounts.length) return null
  return accounts.map((_, index) => {
    const flags = words[3 + 2 * index] ?? 0n
    return { balance: (flags & 1n) === 1n ? (words[2 + 2 * index] ?? 0n) : null, isContract: (flags & 2n) === 2n }
  })
}

/** Tries a trade, in one call. `more` are further state overrides. Null where the answer is unreadable. @throws as ContractReader */
export async function tryTrade(
  node: ContractReader,
  trialContract: Hex,
  plan: TradePlan,
  more: Overrides = {},
): Promise<TriedTrade | null> {
  const { token, source, buyer, recipient, market } = plan
  const data = `${selectors.trade}${[token, source, buyer, recipient, market].map(addressDigits).join('')}`
  const code = { code: tokenTrialCode }
  const overrides: Overrides = { ...more, [trialContract]: code, [buyer]: code, [source]: code }
  const words = wordsOf(await node.call({ from: buyer, to: trialContract, data: data as Hex, gas: gasForTrial }, overrides))
  if (words.length !== 9) return null
  const [buy, send, sell] = [0, 3, 6].map((at): TriedTransfer | null => {
    const [state, sent = 0n, arrived = 0n] = words.slice(at, at + 3)
    return state === 0n ? null : { moved: state === 1n && sent > 0n, sent, arrived }
  })
  return { buy: buy ?? null, send: send ?? null, sell: sell ?? null }
}

function wordsOf(returned: Hex | null): bigint[] {
  const digits = returned?.slice(2) ?? ''
  if (digits.length === 0 || digits.length % 64 !== 0) return []
  return Array.from({ length: digits.length / 64 }, (_, index) => decodeUint(`0x${digits.slice(64 * index, 64 * index + 64)}`) ?? 0n)
}
