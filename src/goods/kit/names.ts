/** How names of persons and companies are written and compared, for lines of goods. */
export { compareAddresses } from '../../names/compare-addresses.ts'
export { compareCompanyNames, stateInName } from '../../names/compare-company-names.ts'
export type { Compared } from '../../names/compared.ts'

// The words of a name, as scripts and languages write them.
export { chineseReadings, isPinyinWord, type ChineseReading } from '../../names/chinese-spellings.ts'
export { countryByName, countryCode as countryCodeOf } from '../../names/country-codes.ts'
export { readHan } from '../../names/han-names.ts'
export { joinInitials, separateInitials } from '../../names/initials.ts'
export { isCommonName } from '../../names/known-names.ts'
export { bitsOfSyllables, bitsOfUnknown, bitsOfWord } from '../../names/name-commonness.ts'
export { familyLast, joined, nameWords, splits, type NameWord, type ReadWords } from '../../names/name-words.ts'
export { meaningsOf } from '../../names/organisation-words.ts'
export { minSimilarity, sameName, wordSimilarity } from '../../names/similarity.ts'
export { isReadable } from '../../names/transliterate.ts'
export { isPatronymic, type WordKind } from '../../names/word-lists.ts'
