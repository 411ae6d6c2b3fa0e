import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { provenOwnership } from './proven-ownership.ts'
import { silentLog, type LogFields } from '../shared/log.ts'

const owner = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())

test('a proof is shown where the payTo address signed the origin; the log names every other one', async () => {
  const warned: LogFields[] = []
  const log = { ...silentLog, warn: (fields: LogFields) => void warned.push(fields) }
  const good = await owner.signMessage({ message: 'https://api.example.com' })
  const elsewhere = await owner.signMessage({ message: 'https://api.example.com/' })
  const theirs = await stranger.signMessage({ message: 'https://api.example.com' })
  const junk = `0x${'ff'.repeat(65)}`
  const proven = await provenOwnership({
    proofs: [theirs, good, elsewhere, junk],
    publicUrl: 'https://api.example.com/data',
    payTo: owner.address,
    log,
  })
  expect(proven).toEqual([good])
  expect(warned).toMatchObject([{ wrong: [theirs, elsewhere, junk] }])
})
