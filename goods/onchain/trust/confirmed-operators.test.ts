import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readGoodsSettings } from '../../../src/config/goods.ts'
import { onchainSettings } from '../settings.ts'
import { createConfirmedOperators } from './confirmed-operators.ts'
import { silentLog } from '../../../src/shared/log.ts'

const address = '0xcb80df2c9043bd1bd07f82aa6418e0e0126c7467'
const checksummed = '0xCB80Df2c9043Bd1Bd07f82aA6418e0e0126C7467'
const operator = { who: 'Freight Ltd', confirmedOn: '2026-03-01', by: 'J. Doe', until: '2026-06-30' }
const other = '0x000000000000000000000000000000000000000b'

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farthing-test-'))
  path = join(directory, 'operators.json')
})
afterEach(() => rmSync(directory, { recursive: true }))

const write = (value: unknown) => writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
function open(day = '2026-04-01') {
  const state = { now: Date.parse(`${day}T12:00:00Z`) }
  const told: string[] = []
  const log = {
    ...silentLog,
    info: (_: object, text: string) => void told.push(`info ${text}`),
    error: (_: object, text: string) => void told.push(`error ${text}`),
  }
  return { operators: createConfirmedOperators({ path, clock: { now: () => state.now }, log }), state, told }
}

describe('a confirmed operator', () => {
  test('is given for its address from the day of the confirmation to the last day, and for no other', () => {
    write({ [checksummed]: operator })
    const { operators, state } = open()
    expect(operators.of(address)).toEqual(operator)
    expect(operators.of(other)).toBeNull()
    for (const [moment, good] of [
      ['2026-02-28T23:59:59.999Z', false],
      ['2026-03-01T00:00:00Z', true],
      ['2026-06-30T23:59:59.999Z', true],
      ['2026-07-01T00:00:00Z', false],
    ] as const) {
      state.now = Date.parse(moment)
      expect([moment, operators.of(address) !== null]).toEqual([moment, good])
    }
  })

  test('comes and goes with the file', () => {
    write({ [checksummed]: operator })
    const { operators, told } = open()
    write({ [other]: operator })
    operators.refresh()
    expect([operators.of(address), operators.of(other)]).toEqual([null, operator])
    operators.refresh()
    expect(told).toEqual(['info confirmed operators changed'])
  })

  test('stays while the file is wrong, and the log says so once', () => {
    write({ [checksummed]: operator })
    const { operators, told } = open()
    write('{')
    for (let turn = 0; turn < 3; turn++) operators.refresh()
    expect(operators.of(address)).toEqual(operator)
    expect(told).toEqual(['error CONFIRMED_OPERATORS_FILE is wrong: its earlier content stays valid'])
    write({})
    operators.refresh()
    expect(operators.of(address)).toBeNull()
  })

  test('does not exist without a file', () => {
    const operators = createConfirmedOperators({ path: null, clock: { now: () => 0 }, log: silentLog })
    operators.refresh()
    expect(operators.of(address)).toBeNull()
  })
})

describe('CONFIRMED_OPERATORS_FILE', () => {
  const read = (env: Record<string, string>) => readGoodsSettings('onchain', onchainSettings, 'sandbox', env)
  const errorOf = () => read({ CONFIRMED_OPERATORS_FILE: path }).errors.join()

  test('is accepted where it is right', () => {
    write({ [checksummed]: operator, [other]: { ...operator, until: operator.confirmedOn } })
    expect(read({ CONFIRMED_OPERATORS_FILE: path })).toMatchObject({ errors: [], values: { confirmedOperatorsFile: path } })
    expect(read({}).values).toMatchObject({ confirmedOperatorsFile: null })
  })

  test("is refused at the start where it isn't there", () => {
    expect(errorOf()).toContain("CONFIRMED_OPERATORS_FILE names a file that can't be read (ENOENT)")
  })

  test.each([
    ['no JSON', '{', 'is not JSON'],
    ['a list', [], 'wrong at its top'],
    ['no address', { 'name.eth': operator }, 'wrong at name.eth: it must be an address'],
    ['a mistyped address', { [checksummed.replace('cB8', 'CB8').replace('Df2', 'df2')]: operator }, 'checksum'],
    ['an address twice', { [checksummed]: operator, [address]: operator }, `contains ${address} twice`],
    ['nobody', { [address]: { ...operator, who: ' ' } }, `${address}.who: must have 1 to 100 visible characters`],
    ['hidden characters', { [address]: { ...operator, who: 'Freight\u202E Ltd' } }, `${address}.who`],
    ['a day that is none', { [address]: { ...operator, confirmedOn: '2026-02-30' } }, `${address}.confirmedOn: must be a day`],
    ['an end before its begin', { [address]: { ...operator, until: '2026-02-28' } }, `${address}.until: is before confirmedOn`],
    ['no end', { [address]: { ...operator, until: undefined } }, `${address}.until`],
    ['who confirmed it left out', { [address]: { ...operator, by: undefined } }, `${address}.by`],
    ['something else', { [address]: { ...operator, tier: 'Enterprise' } }, `wrong at ${address}: no member called "tier"`],
  ])('is refused with %s in it', (_, content, words) => {
    write(content)
    expect(errorOf()).toContain(words)
  })
})
