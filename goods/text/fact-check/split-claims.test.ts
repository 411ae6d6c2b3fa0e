import { expect, test } from 'vitest'
import { splitClauses } from './split-claims.ts'

const statements = (text: string) => splitClauses(text).map(({ statement }) => statement)

test('clauses without a subject of their own get that of the sentence', () => {
  expect(statements('The firm was founded in 1990 and has 500 workers.')).toEqual([
    'The firm was founded in 1990',
    'The firm has 500 workers.',
  ])
})

test('clauses with a subject stay as they are', () => {
  expect(statements('The river is long, but the valley was never settled by farmers.')).toEqual([
    'The river is long',
    'the valley was never settled by farmers.',
  ])
})

test.each(['Bread and butter are sold here.', 'The firm sells bread, butter and milk.'])('lists are not split: %s', (text) => {
  expect(statements(text)).toEqual([text])
})

test('spans are the parts of the text, counted in code points', () => {
  const text = '🚢 The port is old. The firm was founded in 1990 and has 500 workers.'
  for (const { span } of splitClauses(text)) expect([...text].slice(span.offset, span.offset + span.length).join('')).toBe(span.text)
})
