import type { TriedTransfer } from './call-trial.ts'
import type { TransferTrial } from './try-transfers.ts'

/** What a trial comes to. */
export interface TrialVerdict {
  /** It can be got and not be sold again. Null where the trial contradicts itself or nobody could move anything. */
  readonly honeypot: boolean | null
  /** In per cent of what left the sender, with two places; null where nothing was moved. */
  readonly buyTax: number | null
  readonly sendTax: number | null
  readonly sellTax: number | null
  /** Not even the giver could move it, and no holder could: transfers may be stopped. */
  readonly stopped: boolean
  /** Holders can sell, and a new buyer can't. */
  readonly buyerRefused: boolean
  /** A new buyer can sell, and some who hold it can't. */
  readonly holdersRefused: boolean
}

/** A single holder may be barred for a reason of its own. */
const enoughHolders = 2

export function judgeTrial(trial: TransferTrial): TrialVerdict {
  const { buy, send, sell, holdersTried, holdersRefused } = trial
  const got = buy?.moved === true
  // Who may neither sell nor send is stuck; a buyer of one base unit has nothing to send half of.
  const stuck = sell?.moved === false
  const free = sell?.moved === true
  const noHolderCan = holdersTried > 0 && holdersRefused === holdersTried
  const noneOfSome = noHolderCan && holdersTried >= enoughHolders
  return {
    honeypot: stuck && (noHolderCan || holdersTried === 0) ? true : noneOfSome && got ? true : free && !noHolderCan ? false : null,
    buyTax: taxOf(buy),
    sendTax: taxOf(send),
    sellTax: taxOf(sell),
    stopped: !got && !free && (noHolderCan || holdersTried === 0),
    buyerRefused: stuck && holdersTried > 0 && !noHolderCan,
    holdersRefused: free && holdersRefused > 0,
  }
}

/** In per cent. */
function taxOf(tried: TriedTransfer | null): number | null {
  if (!tried?.moved) return null
  const { sent, arrived } = tried
  const kept = sent > arrived ? sent - arrived : 0n
  // A few base units of rounding are no tax.
  return kept <= 2n ? 0 : Number((kept * 10_000n) / sent) / 100
}
