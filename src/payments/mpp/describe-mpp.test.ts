import { expect, test } from 'vitest'
import { networks } from '../../chain/networks.ts'
import { describeMpp } from './describe-mpp.ts'

test('says whether a hash without a proof is accepted, and how to claim one where it is not', () => {
  const accepting = JSON.stringify(describeMpp(networks, true))
  const refusing = JSON.stringify(describeMpp(networks, false))
  expect(accepting).toContain('"bareHash":"accepted"')
  expect(accepting).not.toContain('proof_required')
  expect(refusing).toContain('"bareHash":"refused"')
  expect(refusing).toContain('proof_required')
  expect(refusing).toContain('the challenge that you sent it for')
})
