import { expect, test } from 'vitest'
import { authorizationDigest } from '../../../src/chain/eip3009.ts'
import { recoverSigner } from '../../../src/chain/recover.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { authorize, base, keyOf, payerOf, spoilt } from './chain.fixture.ts'
import { recoverAtOnce } from './recover-signer.ts'

test('it recovers the same signer as the service for every signature', async () => {
  const payer = payerOf('alice')
  const offerId = authorize(base, payer, { nonce: keyOf('nonce') })
  const digest = authorizationDigest(base, offerId)
  const { signature } = offerId
  const body = signature.slice(0, 130)
  const signatures = [
    signature,
    signature.toUpperCase().replace('0X', '0x'),
    spoilt(offerId, 'high s').signature,
    spoilt(offerId, 'short').signature,
    `${body}00`,
    `${body}01`,
    `${body}1d`,
    `${signature}00`,
    `0x${'0'.repeat(128)}1b`,
    `0x${'f'.repeat(64)}${'1'.repeat(64)}1c`,
    '0x',
    'no hex',
  ] as Hex[]
  for (const one of signatures) expect(recoverAtOnce(digest, one), one).toBe(await recoverSigner(digest, one))
  expect(recoverAtOnce(digest, signature)).toBe(payer.address)
  expect(recoverAtOnce(digest, spoilt(offerId, 'high s').signature)).toBeNull()
})
