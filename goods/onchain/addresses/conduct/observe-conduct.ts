import type { WalletHistory } from '../../history/wallet-history.ts'
import type { Hex } from '../../../../src/goods/kit/evm.ts'
import type { Observed, PerNetwork } from '../observed.ts'
import type { Conduct, Sign } from './conduct.ts'
import { findCircles } from './find-circles.ts'
import { observeOwnTokens, type OwnTokenParts } from './observe-own-tokens.ts'
import { observePoisoning, type PoisoningParts } from './observe-poisoning.ts'
import { daySeconds, transferRecord } from './transfer-record.ts'

/** Days of transfers that must have been read before behaviour counts as not found. */
const minConductDays = 7

/** What an address did that deceives others. `histories` are its transfers of USDC. Never rejects for what nodes do. */
export async function observeConduct(
  address: Hex,
  histories: Promise<PerNetwork<WalletHistory>>,
  parts: PoisoningParts & OwnTokenParts,
): Promise<Conduct> {
  const unsellableToken = observeOwnTokens(address, parts)
  const record = transferRecord({ histories: await histories })
  const { clock } = parts
  const gap = record.gapSince(clock.now() / 1_000 - minConductDays * daySeconds)
  const orUnknown = (one: Observed<Sign | null>): Observed<Sign | null> =>
    gap !== null && one.state === 'observed' && one.value === null ? { state: 'unknown', reason: gap } : one
  return {
    poisoning: orUnknown(await observePoisoning(address, record, parts)),
    circles: orUnknown({ state: 'observed', value: findCircles(record), source: 'transfers', observedAt: clock.now() }),
    unsellableToken: await unsellableToken,
  }
}
