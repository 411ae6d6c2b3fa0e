import { expect, test } from 'vitest'
import type { AnyOffer } from '../offer.ts'
import { normalize } from './normalize.ts'

const challenges = { verify: () => ({ ok: false, problem: 'invalid-challenge', field: '', expected: '', received: '' }) as const }

test('a bare legacy hash is judged by the age of its block alone, however long its verification takes', () => {
  const transfer = { kind: 'transfer', network: 'eip155:8453', transaction: '0x01', amount: 7_500n, timestamp: 0, hash: 'h' } as const
  const normal = normalize({ challenges, nowSeconds: 1_000 }, {} as AnyOffer, { kind: 'legacy', hash: 'h', transfer })
  expect(normal).toMatchObject({ kind: 'transfer', notBefore: 700, notAfter: null, presentUntil: null })
})
