import { answer, type AnyOffer, fixedPrice, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { unlessSwitchedOff } from '../../../src/goods/kit/workers.ts'
import type { ReviewEngine } from '../review/review-engine.ts'
import { sarifOf } from '../review/sarif.ts'
import { codeReviewAnswer, fileAnswer, findingAnswer, summaryOf } from './code-review-answer.ts'
import { codeReviewBody, sizeOf, submissionOf } from './code-review-input.ts'

const query = z.object({ format: z.enum(['json', 'sarif']).default('json').describe('sarif: SARIF 2.1.0') })

const exampleBody = {
  filename: 'users.py',
  code: [
    'from flask import request',
    'import sqlite3',
    '',
    '',
    'def user(name):',
    '    with sqlite3.connect("app.db") as db:',
    '        return db.execute("SELECT * FROM user WHERE id = " + request.args["id"])',
    '',
  ].join('\n'),
}

const exampleAnswer: z.input<typeof codeReviewAnswer> = {
  summary: {
    score: 35,
    grade: 'D',
    coverage: [
      { name: 'taint', lineShare: 1 },
      { name: 'ruff', lineShare: 1 },
      { name: 'secrets', lineShare: 1 },
      { name: 'metrics', lineShare: 1 },
    ],
    findingCount: 1,
    criticalCount: 1,
    highCount: 0,
    mediumCount: 0,
    lowCount: 0,
    infoCount: 0,
    omittedCount: 0,
  },
  findings: [
    {
      ruleId: 'taint/python-sql-injection',
      engines: ['taint', 'ruff'],
      category: 'security',
      severity: 'critical',
      confidence: 0.93,
      title: 'Data of a caller becomes part of an SQL statement',
      reason: 'A quote in the data ends the text and lets a caller write the rest of the statement.',
      howToFix: 'Pass the data as parameters: cursor.execute("… WHERE name = %s", (name,)).',
      cwe: ['CWE-89'],
      file: 'users.py',
      location: { startLine: 7, startColumn: 16, endLine: 7, endColumn: 81 },
      snippet: 'return db.execute("SELECT * FROM user WHERE id = " + request.args["id"])',
      dataSource: { name: 'flask.request.args', location: { startLine: 7, startColumn: 62, endLine: 7, endColumn: 74 } },
      fix: null,
      fingerprint: 'e0d2620bf928bc4203f2ecf9eabba811ae06e577366e0cb56a716ede4d0cadd2',
    },
  ],
  sarif: null,
  files: [
    {
      name: 'users.py',
      language: 'python',
      languageFrom: 'filename',
      coverage: 'full',
      analysers: [
        { name: 'taint', status: 'done' },
        { name: 'ruff', status: 'done' },
        { name: 'secrets', status: 'done' },
        { name: 'metrics', status: 'done' },
      ],
      metrics: {
        lineCount: 7,
        codeLineCount: 5,
        commentLineCount: 0,
        duplicateLineCount: 0,
        complexity: { functionCount: 1, maxCyclomatic: 1, meanCyclomatic: 1, maxCognitive: 0, maxNesting: 0 },
      },
    },
  ],
  engine: { provider: 'embedded', model: 'code-review', version: '1' },
  warnings: [],
  usage: { bytes: 182, fileCount: 1 },
  meta: ownMeta(false),
}

/** What is wrong in code: weaknesses, mistakes, secrets. Without an engine it can only be described. */
export function codeReview(engine: ReviewEngine | null, { simulated }: { readonly simulated: boolean }): AnyOffer {
  return offer({
    id: 'code-review',
    route: 'POST /v1/ai/code-review',
    access: fixedPrice('0.075'),
    title: 'Code review',
    purpose:
      'Weaknesses, mistakes and secrets in code, with severity, confidence, reason, remedy and CWE; follows data of outsiders in Python, JavaScript and TypeScript. JSON or SARIF.',
    restsOn: 'taint rules, ESLint, ruff, patterns of secrets',
    cannotKnow: 'flaws of logic; code that was not sent; no finding is not a proof',
    query,
    body: codeReviewBody,
    answer: codeReviewAnswer,
    brief: [
      'summary.score',
      'summary.grade',
      'summary.findingCount',
      'warnings',
      'findings[].severity',
      'findings[].ruleId',
      'findings[].file',
      'findings[].location.startLine',
    ],
    example: { body: exampleBody, answer: exampleAnswer },
    // A call may wait for those before it.
    deadlineMs: 30_000,
    needs: { engine: { setting: 'TEXT_TOOLS', by: engine } },
    ...(engine ? { engine: engine.trial, admit: engine.admit } : {}),
    async run({ query: { format }, body }, { caller, signal }) {
      const reviewer = required(engine)
      const review = await reviewer.review(submissionOf(body), { caller, signal })
      return answer({
        summary: summaryOf(review),
        findings: format === 'sarif' ? [] : review.findings.map(findingAnswer),
        sarif: format === 'sarif' ? sarifOf(review, reviewer) : null,
        files: review.files.map(fileAnswer),
        engine: { provider: 'embedded', model: 'code-review', version: reviewer.version },
        warnings: [...review.warnings],
        usage: { ...sizeOf(body) },
        meta: ownMeta(simulated),
      })
    },
  })
}

/** Where offers are only described, there is no engine. */
function required(engine: ReviewEngine | null): ReviewEngine {
  return unlessSwitchedOff(engine, 'Code review is switched off here.')
}
