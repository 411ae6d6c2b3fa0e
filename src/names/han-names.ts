import { readingOf } from './han-readings.ts'

/** How characters are read as family names, where that is not their usual reading. */
const asFamilyName: Readonly<Record<string, string>> = {
  单: 'shan',
  單: 'shan',
  曾: 'zeng',
  仇: 'qiu',
  解: 'xie',
  查: 'zha',
  区: 'ou',
  區: 'ou',
  朴: 'piao',
  盖: 'ge',
  蓋: 'ge',
  任: 'ren',
  华: 'hua',
  華: 'hua',
  翟: 'zhai',
  种: 'chong',
  乐: 'yue',
  樂: 'yue',
  缪: 'miao',
  繆: 'miao',
  覃: 'qin',
  员: 'yun',
  員: 'yun',
  折: 'she',
  黑: 'he',
  秘: 'bi',
  冼: 'xian',
  洗: 'xian',
  召: 'shao',
  那: 'na',
  盛: 'sheng',
  隗: 'wei',
  祭: 'zhai',
  车: 'che',
  車: 'che',
  石: 'shi',
  沈: 'shen',
  宁: 'ning',
  寧: 'ning',
  薄: 'bo',
  应: 'ying',
  應: 'ying',
  都: 'du',
  藏: 'zang',
  臧: 'zang',
  谌: 'chen',
  諶: 'chen',
  郗: 'xi',
  幺: 'yao',
  牟: 'mou',
  贾: 'jia',
  賈: 'jia',
  柏: 'bai',
  尉: 'wei',
  晟: 'cheng',
  贲: 'ben',
  洪: 'hong',
  纪: 'ji',
  紀: 'ji',
  过: 'guo',
  過: 'guo',
}

/** Family names of two characters, with their readings. */
const ofTwo: Readonly<Record<string, string>> = {
  欧阳: 'ouyang',
  歐陽: 'ouyang',
  司马: 'sima',
  司馬: 'sima',
  上官: 'shangguan',
  诸葛: 'zhuge',
  諸葛: 'zhuge',
  东方: 'dongfang',
  東方: 'dongfang',
  皇甫: 'huangfu',
  尉迟: 'yuchi',
  尉遲: 'yuchi',
  公孙: 'gongsun',
  公孫: 'gongsun',
  令狐: 'linghu',
  慕容: 'murong',
  司徒: 'situ',
  夏侯: 'xiahou',
  长孙: 'zhangsun',
  長孫: 'zhangsun',
  宇文: 'yuwen',
  万俟: 'moqi',
  闻人: 'wenren',
  南宫: 'nangong',
  南宮: 'nangong',
  端木: 'duanmu',
  独孤: 'dugu',
  獨孤: 'dugu',
  呼延: 'huyan',
  申屠: 'shentu',
  太史: 'taishi',
  钟离: 'zhongli',
  鍾離: 'zhongli',
  轩辕: 'xuanyuan',
  軒轅: 'xuanyuan',
}

/** What organisations are called in Chinese, the longest first, with the words that other languages use. */
const ofOrganisations: readonly (readonly [RegExp, string])[] = [
  [/股份有限公司|有限责任公司|有限責任公司|有限公司/g, ' ltd '],
  [/集团|集團/g, ' group '],
  [/公司/g, ' co '],
  [/银行|銀行/g, ' bank '],
]

const han = /\p{Script=Han}/u
const otherAsian = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** A longer name is cut: see `nameWords`. */
const maxLength = 400

/**
 * A name with its Chinese characters written in pinyin: the family name and the given name as two words, and two syllables a word in the
 * names of organisations. Null for a name without such characters, with rare ones, or with Japanese or Korean letters.
 */
export function readHan(name: string): string | null {
  const text = name.slice(0, maxLength)
  if (!han.test(text) || otherAsian.test(text)) return null
  let named = text.normalize('NFC')
  for (const [word, meaning] of ofOrganisations) named = named.replace(word, meaning)
  const isOrganisation = named !== text.normalize('NFC')
  let isComplete = true
  const read = named.replace(/\p{Script=Han}+/gu, (run) => {
    const words = isOrganisation ? inPairs(run) : personWords(run)
    if (words === null) isComplete = false
    return ` ${words?.join(' ') ?? ''} `
  })
  return isComplete ? read.replace(/\s+/g, ' ').trim() : null
}

/** Two characters of family name and two of given name. */
const longestPerson = 4

function personWords(run: string): string[] | null {
  const characters = [...run]
  const two = characters.length > 2 ? ofTwo[characters.slice(0, 2).join('')] : undefined
  if (two !== undefined && characters.length <= longestPerson) {
    const given = syllables(characters.slice(2))
    return given && [two, given.join('')]
  }
  if (characters.length === 1 || characters.length >= longestPerson) return inPairs(run)
  const [first = '', ...given] = characters
  const family = asFamilyName[first] ?? readingOf(first)
  const rest = syllables(given)
  return family === undefined || rest === null ? null : [family, rest.join('')]
}

function inPairs(run: string): string[] | null {
  const read = syllables([...run])
  return read && Array.from({ length: Math.ceil(read.length / 2) }, (_, pair) => read.slice(2 * pair, 2 * pair + 2).join(''))
}

function syllables(characters: readonly string[]): string[] | null {
  const read = characters.map(readingOf)
  return read.every((one) => one !== undefined) ? read : null
}
