import { describe, expect, test } from 'vitest'
import { chineseReadings, isPinyinWord } from './chinese-spellings.ts'
import { isPinyinSyllable, pinyinSyllables } from './han-readings.ts'
import { hongKongSpellings } from './hong-kong-spellings.ts'
import { wadeGilesOf } from './wade-giles.ts'

const readings = (name: string) => chineseReadings(name.split(' ')).map(({ system, pinyin }) => `${system} ${pinyin}`)

test.each([
  ['zhang zhi qiang', 'chang chih chiang'],
  ['mao ze dong', 'mao tse tung'],
  ['jiang jie shi', 'chiang chieh shih'],
  ['xue yue er', 'hsueh yueh erh'],
  ['guo shuo kui', 'kuo shuo kuei'],
  ['ren rong zi', 'jen jung tzu'],
  ['qian xiong duo', 'chien hsiung to'],
])('Wade–Giles writes %s as %s', (pinyin, wadeGiles) => {
  expect(pinyin.split(' ').map((syllable) => wadeGilesOf(syllable).at(0))).toEqual(wadeGiles.split(' '))
})

describe('a name may be, in pinyin,', () => {
  test('what Wade–Giles without its marks stands for', () => {
    expect(readings('chang chih chiang')).toEqual(expect.arrayContaining(['wade-giles zhangzhiqiang', 'wade-giles changchijiang']))
    expect(readings('chih chiang chang')).toContain('wade-giles zhiqiangzhang')
  })

  test('what Hong Kong writes by its Cantonese sounds, with a given name in pinyin too', () => {
    expect(readings('cheung chi keung')).toContain('hong-kong zhangzhiqiang')
    expect(readings('wong zhiqiang')).toEqual(expect.arrayContaining(['hong-kong wangzhiqiang', 'hong-kong huangzhiqiang']))
  })

  test('nothing else if it is a name of another language, one word, or already pinyin', () => {
    for (const name of ['john smith', 'mohammed ali', 'kim jong un', 'chang', 'zhang xiaoqing', 'wei li ping hao xin'])
      expect(readings(name), name).toEqual([])
  })

  test('not more than can be told apart', () => {
    expect(chineseReadings(['chi', 'chi', 'chi', 'chi']).length).toBeLessThanOrEqual(400)
  })
})

test('counts the syllables of the name, whatever letters they have in common with pinyin', () => {
  expect(chineseReadings(['chang', 'chiang']).every(({ syllables }) => syllables === 2)).toBe(true)
  expect(chineseReadings(['cheung', 'zhiqiang']).every(({ syllables }) => syllables === 3)).toBe(true)
})

test('tells words of pinyin from others', () => {
  expect(['zhang', 'zhiqiang', 'ouyang', 'xian'].map(isPinyinWord)).toEqual([true, true, true, true])
  expect(['smith', 'mohammed', 'zhiqiangwenhao', ''].map(isPinyinWord)).toEqual([false, false, false, false])
})

test('the tables of other systems lead to syllables of pinyin', () => {
  expect([...hongKongSpellings.values()].flat().filter((syllable) => !isPinyinSyllable(syllable))).toEqual([])
  expect([...pinyinSyllables()].every((syllable) => wadeGilesOf(syllable).length > 0)).toBe(true)
})
