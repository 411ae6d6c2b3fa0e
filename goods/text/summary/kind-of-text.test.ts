import { expect, test } from 'vitest'
import { isCourtesy, kindOfText, weightOfFigures } from './kind-of-text.ts'

const times = (count: number, ...sentences: readonly string[]) => Array.from({ length: count }, () => sentences).flat()

test('the kind of a text is told by what its sentences say', () => {
  expect(kindOfText(['Summaries are hard.', 'We propose a method that is simple.', 'It works well.'])).toBe('research')
  expect(kindOfText(times(4, 'Revenue rose 12 percent to $450 million in the quarter.', 'Our teams did well.'))).toBe('figures')
  expect(kindOfText(['Chair: Good morning, everyone.', 'Ann Lee: We have three points today.', 'Chair: Let us begin.'])).toBe('talk')
  expect(kindOfText(times(5, 'She took his hand.', '“I told you,” he said.'))).toBe('story')
  expect(kindOfText(['The bridge is closed.', 'The council met on Monday.', 'Repairs cost 14 million euro.'])).toBe('article')
})

test('figures that are compared and about the whole weigh most, and courtesies are known', () => {
  expect(weightOfFigures('Total revenue rose 12 percent to $450 million.')).toBeGreaterThan(weightOfFigures('The table cost $40.'))
  expect(weightOfFigures('Our teams did well.')).toBe(0)
  expect(isCourtesy('Thank you all for joining us.')).toBe(true)
  expect(isCourtesy('The committee decided to close the school.')).toBe(false)
})
