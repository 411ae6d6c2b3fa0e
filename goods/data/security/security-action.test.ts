import { describe, expect, test } from 'vitest'
import { adviceOn } from './security-action.ts'
import type { SecurityData } from './security-answer.ts'

function facts(known: { exploited?: boolean | null; cvss?: number | null; epss?: number | null; status?: string }) {
  const { exploited = false, cvss = null, epss = null, status = 'Analyzed' } = known
  const score: SecurityData['score'] = {
    cvss: cvss === null ? null : { version: '3.1', vector: null, baseScore: cvss, severity: null, source: 'nvd' },
    epss: epss === null ? null : { probability: epss, percentile: 0.5, date: '2026-10-05' },
  }
  return { status, exploited, score }
}
const action = (known: Parameters<typeof facts>[0]) => adviceOn(facts(known)).action

describe('the word of action', () => {
  test.each([
    ['exploited, whatever the scores say', { exploited: true, cvss: 2, epss: 0.001 }, 'patch_now'],
    ['exploited and rejected', { exploited: true, status: 'Rejected' }, 'patch_now'],
    ['likely to be exploited, and high', { cvss: 7, epss: 0.5 }, 'patch_now'],
    ['likely to be exploited, of unknown severity', { epss: 0.9 }, 'patch_now'],
    ['likely to be exploited, and of low severity', { cvss: 3, epss: 0.9 }, 'patch_soon'],
    ['critical', { cvss: 9, epss: 0.0001 }, 'patch_soon'],
    ['critical, with no other figure', { exploited: null, cvss: 9.8 }, 'patch_soon'],
    ['a tenth likely to be exploited', { cvss: 5, epss: 0.1 }, 'patch_soon'],
    ['high, with one per cent', { cvss: 7.5, epss: 0.01 }, 'patch_soon'],
    ['high, and unlikely to be exploited', { cvss: 8.9, epss: 0.009 }, 'patch_routinely'],
    ['medium, and unlikely to be exploited', { cvss: 4, epss: 0.0004 }, 'patch_routinely'],
    ['low, and unlikely to be exploited', { cvss: 3.9, epss: 0.0004 }, 'watch'],
    ['rejected', { status: 'Rejected', cvss: 9.8 }, 'ignore'],
  ])('%s', (_, known, expected) => {
    expect(action(known)).toBe(expected)
  })

  test.each([
    ['no severity', { epss: 0.001 }],
    ['no probability', { cvss: 3 }],
    ['no catalog', { exploited: null, cvss: 3, epss: 0.001 }],
    ['nothing', {}],
  ])('is unknown, and never reassuring, with %s', (_, known) => {
    expect(action(known)).toBe('unknown')
  })
})

test('the reason names the figures that decided', () => {
  expect(adviceOn(facts({ cvss: 9.1, epss: 0.02 })).actionReason).toBe('It is critical (CVSS 9.1, EPSS 0.02).')
  expect(adviceOn(facts({ exploited: null, cvss: 3, epss: 0.001 })).actionReason).toContain('The catalog of CISA could not be read.')
})
