import fc from 'fast-check'
import { keccak256, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { bindsToChallenge, challengeHash, listedChallengeHash } from './challenge-hash.ts'

test('a nonce binds to its challenge in both forms that SDKs derive, and to no other challenge', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (id, realm) => {
      const forms = [keccak256(stringToHex(id + realm)), keccak256(stringToHex(JSON.stringify([id, realm])))]
      expect([challengeHash(id, realm), listedChallengeHash(id, realm)]).toEqual(forms)
      for (const nonce of forms) {
        expect(bindsToChallenge(nonce, id, realm)).toBe(true)
        expect(bindsToChallenge(nonce, `${id}x`, realm)).toBe(false)
      }
    }),
  )
})

test('only the form of the list tells where the id ends and the realm begins', () => {
  expect(challengeHash('ab', 'c')).toBe(challengeHash('a', 'bc'))
  expect(listedChallengeHash('ab', 'c')).not.toBe(listedChallengeHash('a', 'bc'))
})
