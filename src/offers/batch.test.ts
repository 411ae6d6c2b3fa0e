import { expect, test } from 'vitest'
import { Problem, type ProblemCode } from '../shared/problems.ts'
import { answerEach, batchDecidedBy } from './batch.ts'

test.each<[string, readonly ProblemCode[], string]>([
  ['of unknown names is the doing of its caller', ['unknown_name', 'unknown_name'], 'caller'],
  ['of a source that does not answer is not', ['upstream_unavailable', 'ens_unavailable'], 'upstream'],
  ['of one unknown name on a bad day of a source is', ['upstream_unavailable', 'unknown_name'], 'caller'],
])('a batch %s', async (_, codes, decidedBy) => {
  const entries = await answerEach(
    codes.map((code, at) => `${code} ${at}`),
    (text) => Promise.reject(new Problem(text.split(' ')[0] as ProblemCode, 'none')),
  )
  expect(batchDecidedBy(entries)).toBe(decidedBy)
})
