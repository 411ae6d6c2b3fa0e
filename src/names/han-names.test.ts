import { describe, expect, test } from 'vitest'
import { readHan } from './han-names.ts'
import { readingOf } from './han-readings.ts'

describe('a name in Chinese characters', () => {
  test.each([
    ['张志强', 'zhang zhiqiang'],
    ['張志強', 'zhang zhiqiang'],
    ['王芳', 'wang fang'],
    ['欧阳振华', 'ouyang zhenhua'],
    ['諸葛亮', 'zhuge liang'],
    ['吕文 (Lu Wen)', 'lu wen (Lu Wen)'],
  ])('%s is read as %s', (name, pinyin) => expect(readHan(name)).toBe(pinyin))

  test.each([
    ['单志强', 'shan zhiqiang'],
    ['曾志强', 'zeng zhiqiang'],
    ['仇志强', 'qiu zhiqiang'],
    ['解志强', 'xie zhiqiang'],
    ['查志强', 'zha zhiqiang'],
    ['区志强', 'ou zhiqiang'],
    ['翟志强', 'zhai zhiqiang'],
    ['尉迟志强', 'yuchi zhiqiang'],
  ])('%s has the reading of the family name: %s', (name, pinyin) => expect(readHan(name)).toBe(pinyin))

  test('of an organisation keeps its order, two syllables a word, with its legal form in Latin', () => {
    expect(readHan('东方海运有限公司')).toBe('dongfang haiyun ltd')
    expect(readHan('东海集团')).toBe('donghai group')
  })

  test('is not read with letters of Japan or Korea beside it, nor with a character that the table lacks', () => {
    expect([readHan('東京タワー'), readHan('金정은'), readHan('张𠀀'), readHan('Marie Curie')]).toEqual([null, null, null, null])
  })

  test('of any length is read in a moment', () => {
    expect(readHan('张'.repeat(100_000))?.length).toBeLessThan(4_000)
  })
})

test('the table has each character once', () => {
  expect([readingOf('单'), readingOf('习'), readingOf('绿'), readingOf('a')]).toEqual(['dan', 'xi', 'lu', undefined])
})
