import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { refusals } from '../../src/payments/wire/refusals.ts'
import { allMutations } from './all-mutations.ts'
import { expectedOf } from './compare.ts'
import { differences, type Difference } from './differences.ts'
import { exception, noMatch } from './side.ts'

const page = readFileSync(new URL('../../docs/differences.md', import.meta.url), 'utf8')
const code = (verdict: string) => `\`${verdict}\``
const row = ({ of, withoutMulticall, official, ours, why }: Difference) =>
  `| ${of.join('; ')}${withoutMulticall ? ' (where Multicall3 is missing)' : ''} | ${code(official)} | ${code(ours)} | ${why} |`

describe('the table of differences', () => {
  test('names each generated payment once', () => {
    const names = differences.filter(({ withoutMulticall }) => !withoutMulticall).flatMap(({ of }) => of)
    expect(names.toSorted()).toEqual(
      allMutations
        .filter(({ agreed }) => agreed === null)
        .map(({ name }) => name)
        .toSorted(),
    )
    for (const mutation of allMutations) for (const multicall of [true, false]) expect(expectedOf(mutation, multicall)).toBeTruthy()
    expect(new Set(allMutations.map(({ name }) => name)).size).toBe(allMutations.length)
  })

  test('holds differences only, each with a reason', () => {
    for (const { official, ours, why } of differences) {
      expect(official).not.toBe(ours)
      expect(why).toMatch(/\w.*\.$/)
    }
  })

  test('equals the table in docs/differences.md, row by row', () => {
    const rows = page.split('\n').filter((line) => /^\| .*`/.test(line))
    expect(rows).toEqual(differences.map(row))
  })
})

test('every reason for which both refuse has a title and a fix in our table', () => {
  const agreed = new Set(allMutations.flatMap(({ agreed }) => (agreed === null || agreed === 'valid' ? [] : [agreed])))
  for (const reason of agreed) expect(Object.keys(refusals)).toContain(reason)
  expect([...agreed]).not.toContain(exception)
  expect([...agreed]).not.toContain(noMatch)
})
