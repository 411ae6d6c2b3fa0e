import type { TriedTransfer } from './trial-calls.ts'
import type { TransferTrial } from './transfer-trial.ts'

/** What a trial shows. */
export interface TrialVerdict {
  /** It can be bought and not sold again. Null where the trial contradicts itself or no account could move anything. */
  readonly honeypot: boolean | null
  /** In per cent of what left the sender, with two places; null where nothing was moved. */
  readonly buyTax: number | null
  readonly sendTax: number | null
  readonly sellTax: number | null
  /** Neither the giver nor any holder could move it: transfers may be stopped. */
  readonly stopped: boolean
  /** Holders can sell, and a new buyer cannot. */
  readonly buyerRefused: boolean
  /** A new buyer can sell, and some holders cannot. */
  readonly holdersRefused: boolean
}

/** A single holder may be blocked for reasons that concern nobody else. */
const minHolders = 2

export function assessTrial(trial: TransferTrial): TrialVerdict {
  const { buy, send, sell, holdersTried, holdersRefused } = trial
  const bought = buy?.moved === true
  // Only the sale counts: a buyer of a single base unit cannot send half of it on.
  const isStuck = sell?.moved === false
  const isFree = sell?.moved === true
  const noHolderCan = holdersTried > 0 && holdersRefused === holdersTried
  const severalRefused = noHolderCan && holdersTried >= minHolders
  return {
    honeypot:
      isStuck && (noHolderCan || holdersTried === 0) ? true : severalRefused && bought ? true : isFree && !noHolderCan ? false : null,
    buyTax: taxOf(buy),
    sendTax: taxOf(send),
    sellTax: taxOf(sell),
    stopped: !bought && !isFree && (noHolderCan || holdersTried === 0),
    buyerRefused: isStuck && holdersTried > 0 && !noHolderCan,
    holdersRefused: isFree && holdersRefused > 0,
  }
}

/** In per cent. */
function taxOf(tried: TriedTransfer | null): number | null {
  if (!tried?.moved) return null
  const { sent, arrived } = tried
  const kept = sent > arrived ? sent - arrived : 0n
  // A few base units of rounding are not a tax.
  return kept <= 2n ? 0 : Number((kept * 10_000n) / sent) / 100
}
