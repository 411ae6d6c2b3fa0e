import { recommend, type Recommendation } from '../../../src/goods/kit/answers.ts'
import type { KnownToken } from '../../../src/goods/kit/known-addresses.ts'
import type { Flag, Verdict } from './token-verdict.ts'

/** What to do with a token of this verdict. */
export function recommendToken(verdict: Verdict, flags: readonly Flag[], known: KnownToken | null): Recommendation {
  const worst = flags.find(({ severity }) => severity === 'warning') ?? flags.find(({ severity }) => severity === 'caution')
  switch (verdict) {
    case 'known':
      return recommend('go_ahead', `By its address this is ${known?.symbol ?? 'a known token'}, which many people use.`)
    case 'clear':
      return recommend('go_ahead', 'Every part of the token was read, and nothing speaks against it.')
    case 'caution':
      return recommend('check_first', `Check this before you buy or accept it: ${worst?.detail ?? 'it has a flag.'}`)
    case 'danger':
      return recommend('do_not_deal', `Do not buy or accept it. ${worst?.detail ?? ''}`.trim())
    case 'unclear':
      return recommend('unknown', 'Nothing was found against it, but not every part of the token could be read.')
  }
}
