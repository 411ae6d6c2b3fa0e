import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Cell } from '../store.ts'
import { createTransaction, readOnly } from './transaction.ts'

function open() {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE cells (number INTEGER, text TEXT, bytes BLOB) STRICT')
  return createTransaction(database)
}

test('every kind of cell comes back as it went in', () => {
  const transaction = open()
  const rows: [bigint | null, string | null, Uint8Array | null][] = [
    [2n ** 63n - 1n, 'größer als 2^53', new Uint8Array([0, 255])],
    [-(2n ** 63n), '', new Uint8Array(0)],
    [null, null, null],
  ]
  for (const row of rows) transaction.run('INSERT INTO cells (number, text, bytes) VALUES (?, ?, ?)', ...row)
  const back = transaction.all('SELECT number, text, bytes FROM cells ORDER BY rowid')
  expect(back.map(({ number, text, bytes }) => [number, text, bytes])).toEqual(rows)
})

test.each([
  ['a Date', new Date()],
  ['a number', 1],
  ['undefined', undefined],
  ['a boolean', true],
  ['an object', {}],
])('%s is refused rather than stored as something else', (_, value) => {
  const transaction = open()
  expect(() => transaction.run('INSERT INTO cells (text) VALUES (?)', value as unknown as Cell)).toThrow(TypeError)
  expect(transaction.all('SELECT * FROM cells')).toEqual([])
})

test('an integer that does not fit 64 bits is refused', () => {
  expect(() => open().run('INSERT INTO cells (number) VALUES (?)', 2n ** 63n)).toThrow()
})

test('a missing or superfluous value is refused', () => {
  const transaction = open()
  expect(() => transaction.run('INSERT INTO cells (number, text) VALUES (?, ?)', 1n)).toThrow('2 placeholders, 1 values')
  expect(() => transaction.get('SELECT 1 AS one', 1n)).toThrow('0 placeholders, 1 values')
})

test('a question mark in a literal is not a placeholder; named and numbered placeholders are refused', () => {
  const transaction = open()
  expect(transaction.get(`SELECT 'why?' AS text`)).toMatchObject({ text: 'why?' })
  for (const sql of ['SELECT $1 AS one', 'SELECT ?1 AS one', 'SELECT :one AS one', 'SELECT @one AS one']) {
    expect(() => transaction.get(sql, 1n)).toThrow('only plain ? placeholders')
  }
})

test("a query can't change anything", () => {
  const transaction = open()
  expect(() => readOnly(transaction).run('INSERT INTO cells (number) VALUES (?)', 1n)).toThrow(TypeError)
})
