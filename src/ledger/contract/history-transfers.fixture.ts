import { expect } from 'vitest'
import type { Payment } from '../payments/payment.ts'

/** Room for some thefts and not for all. */
export const theftLimit = 30_000n

/** What holds of transfers in any history. `answers` says how often each payment was answered. */
export function checkTransfers(payments: readonly Payment[], answers: ReadonlyMap<string, number>): void {
  const transfers = payments.filter(({ authorization }) => authorization === null)
  const [thefts, own] = [transfers.filter(({ theft }) => theft), transfers.filter(({ theft }) => !theft)]

  // No transfer under two names, and no credit used twice.
  expect(new Set(own.map(({ transaction }) => transaction)).size).toBe(own.length)
  for (const { id, state } of transfers) {
    expect(answers.get(id) ?? 0).toBeLessThanOrEqual(1)
    if (state === 'claimed' || state === 'credit') expect(answers.get(id)).toBeUndefined()
  }

  // The payer was served once more at most, for a transfer that somebody else had used up bare, and within the cap.
  expect(new Set(thefts.map(({ payer }) => payer)).size).toBe(thefts.length)
  expect(thefts.reduce((sum, { amount }) => sum + amount, 0n)).toBeLessThanOrEqual(theftLimit)
  for (const theft of thefts) {
    const holder = own.find(({ transaction }) => transaction === theft.transaction)!
    expect([theft.bound, holder.bound]).toEqual([true, false])
    expect(theft.credentialHash).not.toBe(holder.credentialHash)
  }

  // An authorization and the transfer that it made are one payment.
  for (const { authorization, payer, state } of payments) {
    if (authorization === null || state === 'released') continue
    const made = `0x${(0x7000_0000 + Number(authorization.nonce)).toString(16).padStart(64, '0')}`
    const byHash = own.filter(({ transaction }) => transaction === made && Number(authorization.nonce) % 100 <= 3)
    expect(byHash.map((transfer) => [transfer.payer, transfer.state, payer])).toEqual([])
  }
}
