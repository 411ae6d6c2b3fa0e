import { writeSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

type TestRun = Parameters<NonNullable<Reporter['onTestRunEnd']>>

/**
 * Tests that passed and failed. Each failure outside of a test (a file that does not load, a hook, an uncaught error)
 * counts as one more, so that a broken run never ends with `0 failed`.
 */
export function countTests(modules: TestRun[0], unhandled: TestRun[1]): { passed: number; failed: number } {
  let passed = 0
  let failed = unhandled.length
  for (const module of modules) {
    failed += module.errors().length
    for (const suite of module.children.allSuites()) failed += suite.errors().length
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') passed += 1
      if (state === 'failed') failed += 1
    }
  }
  return { passed, failed }
}

/** Ends the output of a test run with one plain line that scripts can read. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: TestRun[0], unhandled: TestRun[1]): void {
    const { passed, failed } = countTests(modules, unhandled)
    // At exit, so that it comes after all other output.
    process.once('exit', () => writeSync(1, `${passed} passed, ${failed} failed\n`))
  }
}
