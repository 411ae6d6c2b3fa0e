import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Hex } from '../../shared/bytes.ts'
import { utcDay } from '../../shared/clock.ts'
import { openGateFixture, price } from '../gate.fixture.ts'
import type { EarlySettings } from './early-answers.ts'

const wallets = 500
const clients = 50
const farmed = 2
const callsEach = 6
/** A tenth of it is what the wallets have paid before. */
const settings: EarlySettings = { answerAfter: 'verified', perPayer: 4n * price, perClient: 15n * price, perDay: 400n * price }

/**
 * Wallets pay some small calls first, then all of them buy as much as they can at once, and move their money away before anything is
 * settled. They are spread over client addresses, ten on each.
 */
test(
  '500 wallets that farm a history and then drain at once gain no more than each bound, and are refused afterwards',
  { timeout: 120_000 },
  async () => {
    const fixture = openGateFixture(undefined, undefined, { early: settings })
    const settled = fixture.settle
    const crowd = Array.from({ length: wallets }, (_, index) => {
      const privateKey = generatePrivateKey()
      return { privateKey, payer: privateKeyToAddress(privateKey).toLowerCase() as Hex, client: `192.0.2.${index % clients}` }
    })
    const buy = async ({ privateKey, client }: (typeof crowd)[number]) => fixture.ask(await fixture.pay({ privateKey }), { client })

    for (let paid = 0; paid < farmed; paid++) for (const one of crowd) expect((await buy(one)).kind).toBe('answer')
    for (const { payer } of crowd) fixture.history.set(payer, { payments: farmed, value: BigInt(farmed) * price })

    // From now on nothing can be collected.
    fixture.settle = async () => ({ kind: 'pending', transaction: null })
    const outcomes = await Promise.all(crowd.flatMap((one) => Array.from({ length: callsEach }, () => buy(one))))
    const early = outcomes.flatMap((outcome) => (outcome.kind === 'answer' && outcome.payment ? [outcome.payment] : []))
    expect(early.every(({ timing, state }) => timing === 'early' && state === 'served')).toBe(true)
    const gained = BigInt(early.length) * price
    expect(gained).toBe(settings.perDay)
    for (const [, theirs] of Map.groupBy(early, ({ payer }) => payer)) expect(theirs.length).toBeLessThanOrEqual(farmed)
    for (const [, theirs] of Map.groupBy(early, ({ client }) => client))
      expect(BigInt(theirs.length) * price).toBeLessThanOrEqual(settings.perClient)
    // What they paid before is more than what they gain.
    expect(gained).toBeLessThan(BigInt(wallets * farmed) * price)

    const day = utcDay(fixture.clock.at)
    for (const { id } of early)
      await fixture.ledger.bookOwed({ id, reason: 'invalid_exact_evm_nonce_already_used', day, at: fixture.clock.at })
    expect(await fixture.ledger.earlyExposure({ day })).toEqual({ open: 0n, lost: gained, owedPayments: early.length, owedAmount: gained })
    const debtors = new Set(early.map(({ payer }) => payer))
    fixture.settle = settled
    for (const one of crowd.slice(0, 60)) {
      const again = await buy(one)
      if (debtors.has(one.payer)) expect(again).toMatchObject({ kind: 'refused', refusal: { code: 'payment_owed' } })
      // The bound of the day is used up, so nobody is answered early.
      else expect(again).toMatchObject({ kind: 'answer', payment: { timing: 'after', state: 'settled' } })
    }
  },
)
