import { expect, test } from 'vitest'
import { readWeightedNames } from './weighted-names.ts'

test('names come in lower case, each with its weight, which is 1 unless given', () => {
  expect(readWeightedNames('Text/HTML, image/png;level=1;Q=0.5 ,*/* ; q = 0')).toEqual([
    { name: 'text/html', weight: 1 },
    { name: 'image/png', weight: 0.5 },
    { name: '*/*', weight: 0 },
  ])
})

test('a weight that the standard does not allow is none', () => {
  for (const wrong of ['2', '-1', '0.1234', '1.5', 'x', '', '1e0'])
    expect(readWeightedNames(`a;q=${wrong}`)).toEqual([{ name: 'a', weight: null }])
})

test('no more names are read than asked for', () => {
  expect(readWeightedNames('a,b,c', 2).map(({ name }) => name)).toEqual(['a', 'b'])
})
