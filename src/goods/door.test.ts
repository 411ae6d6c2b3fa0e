import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as door from './door.ts'

/** More names could not be read in one sitting. */
const maxNames = 40

test('the door has these names, which are documented and not taken away without need', () => {
  expect(Object.keys(door).toSorted()).toEqual([
    'Problem',
    'allOf',
    'answer',
    'answerMeta',
    'anyOf',
    'anyTwoOf',
    'byAge',
    'dailyQuota',
    'fixedPrice',
    'format',
    'free',
    'goods',
    'metaOf',
    'offer',
    'orUpstreamProblem',
    'ownMeta',
    'problem',
    'readJson',
    'setting',
    'source',
    'table',
    'uncharged',
    'usd',
    'watchedAnswer',
    'z',
  ])
})

test('with its types it has at most forty', () => {
  const text = readFileSync(new URL('door.ts', import.meta.url), 'utf8')
  const exported = [...text.matchAll(/export \{([^}]+)\}/g)].flatMap(([, names]) => names!.split(',').filter((name) => name.trim() !== ''))
  expect(exported.length).toBeGreaterThan(20)
  expect(exported.length).toBeLessThanOrEqual(maxNames)
})
