import { expect, test } from 'vitest'
import { sentencesIn } from './sentences-in.ts'

const textsIn = (source: string) => sentencesIn('x.ts', source).map(({ text }) => text)

test('finds texts of three words or more, with what is filled in as a gap', () => {
  expect(textsIn("const said = `At most ${limit} items a call, and ${more ? 'a few more of them' : ''}`")).toEqual([
    'At most {…} items a call, and {…}',
    'a few more of them',
  ])
})

test('finds short texts where a member or a call says that callers read them', () => {
  expect(textsIn("offer({ title: 'Market price', id: 'market price' }); z.string().describe('Pixels high')")).toEqual([
    'Market price',
    'Pixels high',
  ])
  expect(textsIn("throw new Problem('invalid_input', 'Too small.')")).toEqual(['Too small.'])
})

test('joins literals that are added up', () => {
  expect(textsIn("const said = 'One sentence of a text ' + 'in two parts.'")).toEqual(['One sentence of a text in two parts.'])
})

test('leaves out what only operators and developers read, types, imports and queries', () => {
  expect(
    textsIn(`
      import { x } from 'not a sentence of ours'
      type A = 'one of the types'
      throw new Error('the table was not found')
      log.warn({ err }, 'a node did not answer')
      database.prepare('SELECT one FROM two WHERE three')
      const sql = 'SELECT one FROM two WHERE three'
    `),
  ).toEqual([])
})

test('says on which line a text stands', () => {
  expect(sentencesIn('x.ts', "\n\nconst said = 'a text of five words'")).toEqual([{ line: 3, text: 'a text of five words' }])
})
