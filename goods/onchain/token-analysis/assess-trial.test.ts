import { expect, test } from 'vitest'
import { assessTrial } from './assess-trial.ts'
import type { TransferTrial } from './transfer-trial.ts'

const moved = { moved: true, sent: 1_000n, arrived: 1_000n }
const refused = { moved: false, sent: 0n, arrived: 0n }
const trial: TransferTrial = { buy: moved, send: moved, sell: moved, soldTo: 'pool', tokens: 'holder', holdersTried: 3, holdersRefused: 0 }
const judge = (changes: Partial<TransferTrial>) => assessTrial({ ...trial, ...changes })

/** What was tried, and what it shows. */
const table: readonly (readonly [what: string, changes: Partial<TransferTrial>, honeypot: boolean | null, also: string | null])[] = [
  ['all moved', {}, false, null],
  ['all moved, and there was no holder to try', { holdersTried: 0 }, false, null],
  ['neither buyer nor holders could sell', { send: refused, sell: refused, holdersRefused: 3 }, true, null],
  ['the buyer could not sell, and there was no holder to try', { send: refused, sell: refused, holdersTried: 0 }, true, null],
  ['it can be sent on, but not sold', { sell: refused, holdersRefused: 3 }, true, null],
  ['the buyer could not sell, holders can', { send: refused, sell: refused, holdersRefused: 1 }, null, 'buyerRefused'],
  ['the buyer could sell, no holder can', { holdersRefused: 3 }, true, 'holdersRefused'],
  ['the buyer could sell, the only holder can’t', { holdersTried: 1, holdersRefused: 1 }, null, 'holdersRefused'],
  ['the buyer could sell, one of three holders can’t', { holdersRefused: 1 }, false, 'holdersRefused'],
  ['nobody could move anything', { buy: refused, send: null, sell: null, holdersRefused: 3 }, null, 'stopped'],
  ['nobody could be given any, holders can send', { buy: refused, send: null, sell: null }, null, null],
  ['a single unit could be bought and sold', { send: null }, false, null],
]

test.each(table)('%s', (_, changes, honeypot, also) => {
  const { stopped, buyerRefused, holdersRefused, ...rest } = judge(changes)
  expect(rest.honeypot).toBe(honeypot)
  const said = Object.entries({ stopped, buyerRefused, holdersRefused }).flatMap(([name, is]) => (is ? [name] : []))
  expect(said).toEqual(also ? [also] : [])
})

test('a tax is the share of what left that did not arrive', () => {
  expect(judge({ buy: { moved: true, sent: 1_000n, arrived: 880n }, sell: { moved: true, sent: 3n, arrived: 1n } })).toMatchObject({
    buyTax: 12,
    sendTax: 0,
    // Rounding.
    sellTax: 0,
  })
  expect(judge({ send: { moved: true, sent: 10_000n, arrived: 0n } }).sendTax).toBe(100)
  expect(judge({ send: { moved: true, sent: 100_000n, arrived: 99_999n } }).sendTax).toBe(0)
  expect(judge({ sell: refused, send: null })).toMatchObject({ sendTax: null, sellTax: null })
})
