import { madeUpWords } from './crowded-index.fixture.ts'

/** The longest that the offer takes. */
const maxLetters = 200

const { word } = madeUpWords(99)
const many = (count: number, make: (at: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, at) => make(at)).join(between)
const hostile: Readonly<Record<string, string>> = {
  'twelve long words': many(12, () => word(9).slice(0, 15)),
  'five words of forty letters': many(5, () => word(30).slice(0, 39)),
  'words of vowels, which resemble all short words': many(5, (at) => 'aeiou'.repeat(8).slice(0, 37) + 'bdgklm'.slice(at, at + 2)),
  'vowels with few consonants': many(12, () => `ba${'eaoeaiao'.slice(0, 6)}${word(3).slice(0, 6)}`),
  'one very common name again and again': many(22, () => 'muhammad'),
  'all common names': 'muhammad ahmad hassan hussein ali omar ivan sergei alexander maria mikhail john',
  'names glued together': many(5, (at) => `muhammadhassanaliivansergei${'bdgkl'[at]}ov`),
  'common words to be split': many(12, () => 'aliomar', ' '),
  'letters that double in sound': many(5, () => 'x'.repeat(39)),
  'signs that stand for whole sentences': '\u{FDFA}'.repeat(maxLetters),
  'the same apart': many(100, () => '\u{FDFA}'),
  'a letter with two hundred marks': `a${'\u0301'.repeat(maxLetters)}`,
  'Arabic without vowels': 'محمد عبد الرحمن حسين '.repeat(10),
  'Greek pairs': 'μπντγκ'.repeat(33),
  'Cyrillic signs of four letters': 'щ'.repeat(maxLetters),
  'single letters': many(100, (at) => 'abcdefghij'[at % 10] as string),
  abbreviations: 'l.'.repeat(100),
  'legal forms': 's a r l '.repeat(25),
  servants: 'abdul '.repeat(33),
  wildcards: '%*?.*(a+)+$ '.repeat(16),
  'letters outside of Unicode planes': '𝕒𝕓𝕔 '.repeat(25),
  'half surrogates': '\uD800a'.repeat(100),
}

/** Names that were made up so that a search has very much to compare, with what is hostile about them. */
export const hostileNames: readonly (readonly [what: string, name: string])[] = Object.entries(hostile)
