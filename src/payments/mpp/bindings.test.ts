import fc from 'fast-check'
import { evm } from 'mppx'
import { Proof } from 'mppx/tempo'
import { encodeFunctionData, erc20Abi, hashMessage, hashTypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { recoverSigner } from '../../chain/recover.ts'
import { type Hex, toHex } from '../../shared/bytes.ts'
import { challengeHash } from './challenge-hash.ts'
import { attributionMemo, endsWithMemo } from './memo.ts'
import { hexOf, payer, payTo, realm } from './mpp.fixture.ts'
import { proofDigests, proofText, proofTypedData } from './proof-message.ts'

const id = '6QDs0BmhrI_v67iWeCMvGqQJEFQ6ErWKlk7zi5xL6t0'
const text = fc.string({ unit: 'grapheme', maxLength: 60 })

test('the hash of a challenge is that of mppx, the nonce of the authorizations that its clients sign', () => {
  fc.assert(
    fc.property(text, text, (challenge, host) => {
      expect(challengeHash(challenge, host)).toBe(evm.challengeHash({ id: challenge, realm: host }))
    }),
  )
})

describe('the memo', () => {
  const call = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payTo, 7500n] })
  // Both as mppx 0.11 encodes them.
  const anonymous: Hex = '0xef1ed712011ece072f76bd8b82350e00000000000000000000dd942517c1ca69'
  const named: Hex = '0xef1ed712011ece072f76bd8b82350e1247e840672e9007bd84dd942517c1ca69'

  test('is that of mppx', () => {
    expect(attributionMemo({ id, realm, client: null })).toBe(anonymous)
    expect(attributionMemo({ id, realm, client: 'farthing' })).toBe(named)
  })

  test('is found behind a call, from any client', () => {
    for (const memo of [anonymous, named, named.toUpperCase().replace('0X', '0x') as Hex]) {
      expect(endsWithMemo(`${call}${memo.slice(2)}`, { id, realm })).toBe(true)
    }
  })

  test('is not found for another challenge or realm, elsewhere than at the end, or without a call', () => {
    const paid: Hex = `${call}${anonymous.slice(2)}`
    expect(endsWithMemo(paid, { id: `${id}x`, realm })).toBe(false)
    expect(endsWithMemo(paid, { id, realm: 'evil.example.com' })).toBe(false)
    expect(endsWithMemo(`${paid}00`, { id, realm })).toBe(false)
    expect(endsWithMemo(call, { id, realm })).toBe(false)
    expect(endsWithMemo(anonymous, { id, realm })).toBe(false)
    expect(endsWithMemo('0x', { id, realm })).toBe(false)
    for (let at = 0; at < 64; at++) {
      if (at >= 30 && at < 50) continue
      const digit = anonymous[2 + at] === '0' ? '1' : '0'
      const changed = anonymous.slice(2, 2 + at) + digit + anonymous.slice(3 + at)
      expect(endsWithMemo(`${call}${changed}`, { id, realm })).toBe(false)
    }
  })
})

describe('the signature over a claim', () => {
  const signer = privateKeyToAccount(`0x${'5e'.repeat(32)}`)
  const hash: Hex = `0x${'ab'.repeat(32)}`

  test('is over the typed data of mppx, or over the text', () => {
    fc.assert(
      fc.property(
        hexOf(20),
        fc.integer({ min: 1, max: 2 ** 40 }),
        text,
        text,
        hexOf(32),
        (account, chainId, challengeId, host, transaction) => {
          const claim = { account, chainId, challengeId, realm: host }
          const [typedData, plain] = proofDigests(claim, transaction)
          expect(toHex(typedData)).toBe(Proof.hash(claim))
          expect(toHex(typedData)).toBe(hashTypedData(proofTypedData(claim)))
          expect(toHex(plain)).toBe(hashMessage(`${challengeId}:${transaction}`))
        },
      ),
    )
  })

  test('recovers to the payer, in both forms', async () => {
    const claim = { account: signer.address, chainId: 8453, challengeId: id, realm }
    const [typedData, plain] = proofDigests(claim, hash)
    expect(await recoverSigner(typedData, await signer.signTypedData(proofTypedData(claim)))).toBe(signer.address.toLowerCase())
    expect(await recoverSigner(plain, await signer.signMessage({ message: proofText({ challengeId: id, hash }) }))).toBe(
      signer.address.toLowerCase(),
    )
    const [ofAnother] = proofDigests({ ...claim, account: payer }, hash)
    expect(await recoverSigner(ofAnother, await signer.signTypedData(proofTypedData(claim)))).not.toBe(signer.address.toLowerCase())
  })
})
