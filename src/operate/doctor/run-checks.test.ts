import { expect, test } from 'vitest'
import type { Timers } from '../../shared/clock.ts'
import { findingsOf, type Finding } from '../../goods/finding.ts'
import { runChecks, type Check } from './run-checks.ts'

/** Timers whose time is over when the test says so. */
function heldTimers() {
  const waiting: (() => void)[] = []
  const timers: Timers = {
    after: (_, run) => {
      waiting.push(run)
      return () => void waiting.splice(waiting.indexOf(run), 1)
    },
    soon: () => () => {},
    sleep: () => new Promise(() => {}),
  }
  return { timers, expire: () => [...waiting].forEach((run) => run()) }
}

const check = (name: string, run: Check['run']): Check => ({ name, limitMs: 5_000, whenLate: `mend ${name}`, run })
const fine = (name: string) => check(name, async () => [findingsOf(name).ok('as it should be')])

test('a check that hangs and one that fails hide no other, and are faults with a fix', async () => {
  const { timers, expire } = heldTimers()
  const aborted: unknown[] = []
  const hanging = check('hanging', (signal) => {
    signal.addEventListener('abort', () => aborted.push(signal.reason))
    return new Promise(() => {})
  })
  const failing = check('failing', async () => {
    throw new Error('the wire is cut')
  })
  const early: Finding[] = []
  const running = runChecks([hanging, failing, fine('one')], { timers, onFound: (findings) => early.push(...findings) })
  await expect.poll(() => early.map(({ check: name }) => name).toSorted()).toEqual(['failing', 'one'])
  expire()
  expect(await running).toEqual([
    { check: 'hanging', subject: null, status: 'fault', found: 'no result within 5 seconds', fix: 'mend hanging' },
    { check: 'failing', subject: null, status: 'fault', found: 'it could not be checked: the wire is cut', fix: 'mend failing' },
    { check: 'one', subject: null, status: 'ok', found: 'as it should be', fix: null },
  ])
  expect(aborted).toHaveLength(1)
})
