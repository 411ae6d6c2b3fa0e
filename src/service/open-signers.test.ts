import { afterAll, expect, test } from 'vitest'
import { systemClock, systemTimers } from '../ops/system.ts'
import { createKeySigner } from '../settler/signer.ts'
import type { Hex } from '../shared/bytes.ts'
import { openSigners, signerAddresses } from './open-signers.ts'

const key = (digit: number): Hex => `0x${String(digit).repeat(64)}`
const addressOf = (digit: number) => createKeySigner(key(digit)).address
const remote = { kind: 'web3signer', place: 'http://127.0.0.1:1', address: addressOf(3) } as const
const settings = {
  facilitatorUrl: null,
  signerKeys: [key(1)],
  signerKeysRetiring: [key(1), key(2)],
  remoteSigners: [remote],
  remoteSignerMs: 3_000,
}
const opened = openSigners(settings, null, { clock: systemClock, timers: systemTimers, contactUrl: 'http://127.0.0.1' })
afterAll(() => opened.close())

test('a service that is stopped has the same accounts as one that runs, those that retire and those of remote keys too', () => {
  expect(signerAddresses(settings)).toEqual([1, 2, 3].map(addressOf))
  expect(opened.signers.map(({ address }) => address)).toEqual(signerAddresses(settings))
})

test('a facilitator sends from accounts of its own', () => {
  expect(signerAddresses({ ...settings, facilitatorUrl: 'https://facilitator.example' })).toEqual([])
})
