import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cvssBaseScore } from './cvss-base-score.ts'

test.each([
  // The scores that NVD and the specification's examples give.
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10, 'CRITICAL'],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8, 'CRITICAL'],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 7.5, 'HIGH'],
  ['CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H', 7.2, 'HIGH'],
  ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4, 'MEDIUM'],
  ['CVSS:3.0/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1, 'LOW'],
  ['CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 7.8, 'HIGH'],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1, 'MEDIUM'],
  ['CVSS:3.1/AV:P/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L', 2.4, 'LOW'],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0, 'NONE'],
  ['CVSS:3.1/E:P/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/RL:O', 9.8, 'CRITICAL'],
])('%s scores %d, %s', (vector, baseScore, severity) => {
  expect(cvssBaseScore(vector)).toMatchObject({ version: vector.slice(5, 8), baseScore, severity })
})

test.each([
  '',
  'AV:N/AC:L/Au:N/C:P/I:N/A:N',
  'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N',
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H',
  'CVSS:3.1/AV:N/AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:3.1/AV:toString/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
])('%j has no score', (vector) => {
  expect(cvssBaseScore(vector)).toBeNull()
})

test('every vector scores between 0 and 10 with one place, and more impact never scores less', () => {
  const metrics = fc.record({
    AV: fc.constantFrom('N', 'A', 'L', 'P'),
    AC: fc.constantFrom('L', 'H'),
    PR: fc.constantFrom('N', 'L', 'H'),
    UI: fc.constantFrom('N', 'R'),
    S: fc.constantFrom('U', 'C'),
    C: fc.constantFrom('N', 'L', 'H'),
    I: fc.constantFrom('N', 'L', 'H'),
    A: fc.constantFrom('N', 'L', 'H'),
  })
  const scoreOf = (given: Record<string, string>) =>
    cvssBaseScore(
      `CVSS:3.1/${Object.entries(given)
        .map(([metric, value]) => `${metric}:${value}`)
        .join('/')}`,
    )?.baseScore ?? Number.NaN
  fc.assert(
    fc.property(metrics, (given) => {
      const score = scoreOf(given)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(10)
      expect(Math.round(score * 10) / 10).toBe(score)
      expect(scoreOf({ ...given, C: 'H' })).toBeGreaterThanOrEqual(score)
    }),
  )
})
