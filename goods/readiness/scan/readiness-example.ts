import { metaOf } from '../../../src/goods/door.ts'
import type { ReadinessBody } from './readiness-answer.ts'
import { fixOf } from './scan-faults.ts'

const url = 'https://ready.example'
const none = { fault: null, fix: null, snippet: null }
const { fix, snippet } = fixOf('markdown_without_vary', url)

const body: ReadinessBody = {
  url,
  kind: 'api',
  score: 75,
  level: 'usable',
  observedShare: 1,
  first: [{ check: 'markdown', fix }],
  checks: [
    {
      id: 'links',
      title: 'Link headers',
      status: 'pass',
      points: 5,
      maxPoints: 5,
      ...none,
      evidence: 'The Link header names api-catalog.',
    },
    {
      id: 'markdown',
      title: 'Markdown for agents',
      status: 'warn',
      points: 2.5,
      maxPoints: 5,
      fault: 'markdown_without_vary',
      evidence: 'The Markdown is sent without Vary: Accept.',
      fix,
      snippet,
    },
    {
      id: 'oauth',
      title: 'OAuth metadata',
      status: 'na',
      points: 0,
      maxPoints: 0,
      ...none,
      evidence: 'The scan found no sign-in.',
    },
  ],
  requestCount: 20,
  markdown: null,
  meta: metaOf({
    stamps: [
      {
        id: 'site',
        url,
        asOf: '2026-11-23T12:00:00.000Z',
        licence: 'as published by the site',
        attribution: 'ready.example',
        cache: 'miss',
      },
    ],
    simulated: false,
  }),
}

/** An answer cut down to three of its checks. */
export const readinessExample = { query: { url }, answer: body }
