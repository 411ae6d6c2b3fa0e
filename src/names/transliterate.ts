/**
 * Letters of other scripts in Latin, as passports and newspapers mostly write them. Silent signs become nothing. Arabic is written
 * without its short vowels, so the result is a skeleton: see `unvowelled`.
 */
const cyrillic: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  і: 'i',
  ї: 'yi',
  є: 'ye',
  ґ: 'g',
  ў: 'u',
  ђ: 'dj',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  џ: 'dzh',
  ѓ: 'gj',
  ќ: 'kj',
  ѕ: 'dz',
  ә: 'a',
  ғ: 'g',
  қ: 'k',
  ң: 'n',
  ө: 'o',
  ұ: 'u',
  ү: 'u',
  һ: 'h',
}

const greekPairs: readonly (readonly [RegExp, string])[] = [
  [/ου/g, 'ou'],
  [/αι/g, 'ai'],
  [/ει|οι|υι/g, 'i'],
  [/αυ(?=[βγδζλμνραεηιουω])/g, 'av'],
  [/αυ/g, 'af'],
  [/ευ(?=[βγδζλμνραεηιουω])/g, 'ev'],
  [/ευ/g, 'ef'],
  [/(^|\P{L})μπ/gu, '$1b'],
  [/μπ/g, 'mb'],
  [/(^|\P{L})ντ/gu, '$1d'],
  [/ντ/g, 'nd'],
  [/γγ|γκ/g, 'ng'],
]

const greek: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
}

const arabic: Readonly<Record<string, string>> = {
  ا: 'a',
  أ: 'a',
  إ: 'i',
  آ: 'a',
  ٱ: 'a',
  ب: 'b',
  ت: 't',
  ث: 'th',
  ج: 'dj',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ذ: 'dh',
  ر: 'r',
  ز: 'z',
  س: 's',
  ش: 'sh',
  ص: 's',
  // Between d and z, as Persian and Urdu say it.
  ض: 'dh',
  ط: 't',
  ظ: 'z',
  ع: '',
  غ: 'gh',
  ف: 'f',
  ق: 'q',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  و: 'w',
  ي: 'y',
  ى: 'a',
  ة: 'a',
  ء: '',
  ئ: 'y',
  ؤ: 'w',
  ـ: '',
  پ: 'p',
  چ: 'ch',
  ژ: 'zh',
  گ: 'g',
  ک: 'k',
  ی: 'y',
  ۀ: 'a',
  ہ: 'h',
  ے: 'y',
  ٹ: 't',
  ڈ: 'd',
  ڑ: 'r',
  ں: 'n',
  ڤ: 'v',
  ە: 'a',
  ۆ: 'o',
}

/** Latin letters that are not a base letter with a mark. */
const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ə: 'a',
  ƙ: 'k',
  ɓ: 'b',
  ɗ: 'd',
  ĸ: 'k',
}

const letters = new Map<string, string>(Object.entries({ ...cyrillic, ...greek, ...arabic, ...latin }))
const arabicLetter = /\p{Script=Arabic}/u

/** Whether a word is written without its vowels. */
export function unvowelled(word: string): boolean {
  return arabicLetter.test(word)
}

/** Converts every script above to lower-case Latin letters without marks. Letters of other scripts stay. */
export function transliterate(text: string): string {
  // Й and ё are separate letters, not и and е with marks.
  let plain = text.normalize('NFKC').toLowerCase().replace(/ё/g, 'yo').replace(/й/g, 'y').replace(/ї/g, 'yi').replace(/ў/g, 'u')
  if (/\p{Script=Greek}/u.test(plain)) {
    plain = withoutMarks(plain)
    for (const [pair, sound] of greekPairs) plain = plain.replace(pair, sound)
  }
  let latinText = ''
  for (const letter of withoutMarks(plain)) latinText += letters.get(letter) ?? letter
  return latinText
}

/** Whether all letters of a name belong to scripts that can be compared with Latin. */
export function isReadable(name: string): boolean {
  return !/[^\p{ASCII}\P{L}]/u.test(transliterate(name))
}

/** Removes marks. Letters that only look composed stay. */
function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
}
