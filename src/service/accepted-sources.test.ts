import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { silentLog, type LogFields } from '../shared/log.ts'
import { contracts } from '../../test/own-sources.ts'
import { createAcceptedSources } from './accepted-sources.ts'

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farthing-test-'))
  path = join(directory, 'accepted')
})
afterEach(() => rmSync(directory, { recursive: true }))

function open(named: readonly string[] = []) {
  const lines: (readonly [string, LogFields])[] = []
  const note = (level: string) => (fields: LogFields) => void lines.push([level, fields])
  return {
    lines,
    accepted: createAcceptedSources({
      named,
      path,
      byContract: contracts,
      log: { ...silentLog, info: note('info'), error: note('error') },
    }),
  }
}

test('sources come and go with the file, and those of the setting stay', () => {
  writeFileSync(path, 'coingecko # until 2027\nkraken, bitvavo')
  const { accepted, lines } = open(['fred'])
  expect([...accepted.names].toSorted()).toEqual(['bitvavo', 'coingecko', 'fred', 'kraken'])
  const { names } = accepted
  writeFileSync(path, 'kraken\nun-sanctions\n')
  accepted.refresh()
  accepted.refresh()
  expect([...names].toSorted()).toEqual(['fred', 'kraken', 'un-sanctions'])
  expect(lines).toEqual([['info', { on: ['un-sanctions'], off: ['coingecko', 'bitvavo'] }]])
})

test('a file that names what is no such source is wrong: at the start it is refused, and later its earlier content stays', () => {
  writeFileSync(path, 'kraken')
  const { accepted, lines } = open()
  for (const text of ['kraken ecb', 'kraken krakn', 'not/a/name']) {
    writeFileSync(path, text)
    accepted.refresh()
    accepted.refresh()
    expect(() => open()).toThrow(/names a file/)
  }
  rmSync(path)
  accepted.refresh()
  expect([...accepted.names]).toEqual(['kraken'])
  expect(lines.map(([level]) => level)).toEqual(['error', 'error', 'error', 'error'])
})

test('a file that cannot be read is a wrong setting', () => {
  expect(() => loadConfig({ SOURCES_ACCEPTED_FILE: path })).toThrow('SOURCES_ACCEPTED_FILE names a file that cannot be read')
})
