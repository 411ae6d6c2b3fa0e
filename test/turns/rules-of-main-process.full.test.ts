import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '../support/cpu-time.ts'
import { hostileDocuments, hostileTexts, proseOf } from '../support/hostile-texts.ts'
import { rulesOfMainProcess } from './rules-of-main-process.ts'

/** Processor time of one run. A turn may take 20 ms; the rest is for machines on which that is a small part of a busy core. */
const maxMs = 60

function run(rule: (text: string) => unknown, text: string): void {
  try {
    rule(text)
  } catch {
    // A refusal is an answer, too.
  }
}

describe.each(rulesOfMainProcess)('$name', ({ run: rule, maxLength }) => {
  test.each([...hostileTexts, ...hostileDocuments])('does not hold the event loop for %s', (_, make) => {
    const text = make(maxLength)
    expect(cpuTimeOf(() => run(rule, text), 2)).toBeLessThan(maxMs)
  })

  test('nor for prose of the same length', () => {
    expect(cpuTimeOf(() => run(rule, proseOf(maxLength)), 2)).toBeLessThan(maxMs)
  })
})
