import { beforeAll, describe, expect, test } from 'vitest'
import { openTrialReviews, type TrialReviews } from './analysers.fixture.ts'

let trial: TrialReviews
beforeAll(async () => {
  trial = await openTrialReviews()
})

describe('code that is made to be a trouble', () => {
  // One of them takes all the time that it is given.
  const hard = { maxMs: 2_000 }

  test.each([
    ['ten thousand brackets in Python', '('.repeat(10_000), 'python'],
    ['ten thousand brackets in JavaScript', `x = ${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'javascript'],
    ['ten thousand brackets in TypeScript', `x = ${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'typescript'],
    ['ten thousand blocks', `${'{'.repeat(10_000)}${'}'.repeat(10_000)}`, 'javascript'],
    ['a sum of thirty thousand terms', `x = ${'1 + '.repeat(25_000)}1`, 'python'],
    ['a million short lines, cut', 'a\n'.repeat(51_200), 'javascript'],
    ['short lines of Python', 'a\n'.repeat(51_200), 'python'],
    ['a hundred kilobytes in one line', 'f(a);'.repeat(20_000), 'javascript'],
    ['one long word', 'a'.repeat(102_400), 'python'],
    ['one long text', `x = "${'a\\\\'.repeat(30_000)}"`, 'javascript'],
    ['NUL bytes', '\u0000'.repeat(1_000), 'python'],
    ['halves of pairs', 'x = "\uD800"\ny = "\uDC00\uD800"\n', 'javascript'],
    ['a regular expression that explodes', `/${'(a+)+'.repeat(2_000)}$/.test(x)`, 'javascript'],
    ['a thousand functions in each other', `${'function f() {'.repeat(1_000)}${'}'.repeat(1_000)}`, 'javascript'],
    ['open templates', '`${'.repeat(5_000), 'javascript'],
    ['a shell script of quotes', `echo ${`"$(`.repeat(3_000)}`, 'shell'],
  ])('%s is answered', async (_, code, language) => {
    const from = performance.now()
    const { files, warnings } = await trial.review(code, { language, ...hard })
    expect(performance.now() - from).toBeLessThan(30_000)
    const [file] = files
    const unfinished = file?.analysers.filter(({ status }) => status !== 'done') ?? []
    // What did not come to its end is said.
    expect(file?.coverage === 'full' || warnings.length > 0).toBe(true)
    expect(file?.coverage === 'full').toBe(unfinished.length === 0)
  })
})
