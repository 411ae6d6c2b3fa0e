import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, free, offer } from '../offers/offer.ts'
import { createFairUse } from './fair-use.ts'

const probe = offer({
  id: 'probe',
  route: 'GET /v1/probe',
  access: free,
  title: 'Probe',
  purpose: 'Asks somebody else.',
  answer: z.object({}),
  example: { answer: {} },
  fairUse: { burst: 2, perMinute: 6 },
  run: () => Promise.resolve(answer({})),
})

test('a client has its runs at once, and new ones as time passes; another client has its own', () => {
  let now = 0
  const fairUse = createFairUse({ now: () => now })
  expect([fairUse(probe, 'a'), fairUse(probe, 'a')]).toEqual([null, null])
  expect(fairUse(probe, 'a')).toMatchObject({ code: 'rate_limited', options: { retryAfter: 10 } })
  expect(fairUse(probe, 'b')).toBeNull()
  now = 10_000
  expect(fairUse(probe, 'a')).toBeNull()
})

test('an offer without such a limit, and one with another id, are not held to it', () => {
  const fairUse = createFairUse({ now: () => 0 })
  const open = { ...probe, id: 'open', fairUse: undefined } as unknown as typeof probe
  for (let call = 0; call < 100; call++) expect(fairUse(open, 'a')).toBeNull()
  expect(fairUse({ ...probe, id: 'other' }, 'a')).toBeNull()
})
