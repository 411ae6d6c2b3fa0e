/**
 * Coins whose holders exchanged them for another: the old ticker, the new one, and how many of the new one of the old became, as the
 * projects announced. The old coins may trade on, so that a price of the new one is not theirs: callers are only pointed to it.
 */
const table = `
MATIC POL 1
FTM S 1
RNDR RENDER 1
KLAY KAIA 1
EOS A 1
MKR SKY 24000
AGIX FET 0.43335
LEND AAVE 0.01
ERD EGLD 0.001
GNT GLM 1
TOMO VIC 1
BIT MNT 1
VEN VET 100
XZC FIRO 1
NANO XNO 1
UST USTC 1
`

export interface RenamedCoin {
  readonly from: string
  readonly to: string
  readonly ratio: string
}

/** By the old ticker. */
export const renamedCoins: ReadonlyMap<string, RenamedCoin> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [from = '', to = '', ratio = ''] = line.split(' ')
      return [from, { from, to, ratio }]
    }),
)
