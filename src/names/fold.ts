/**
 * The sound of a word, so that different spellings of one name in Latin become similar: a group of letters for one sound becomes
 * one letter, a capital one for sounds without a letter (C as in church, X as in ship, J as in measure, T as in tsar, D as in
 * this, S as in thin). `similarity.ts` compares the rest.
 */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/schtsch|shtch|shch|szcz|stsch/g, 'X'],
  [/tsch|tch|tsh|cz|tj(?=[aeou])/g, 'C'],
  // In Abd al-Jabbar the d belongs to the first word.
  [/dzh|dsch|(?<!^ab)dj|dz(?=[hij])/g, 'J'],
  [/sch|sh|sz/g, 'X'],
  [/zh/g, 'J'],
  [/ch/g, 'C'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/ph/g, 'f'],
  [/th/g, 'S'],
  [/dh/g, 'D'],
  [/bh/g, 'b'],
  [/ts|tz/g, 'T'],
  [/gu(?=[eiy])/g, 'g'],
  [/ic$/g, 'iC'],
  [/qu(?=[eiy])|ck|cq|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/oe/g, 'o'],
  [/(?<=[^aeiouyj])[yj]o/g, 'e'],
  [/ine$/g, 'in'],
  [/ou|oo|uu/g, 'u'],
  [/ee|yi|iy|ij|yj|ii|ji$|ie$/g, 'i'],
  [/[ea](?:[iy]|j(?![aeiou]))/g, 'ei'],
  [/ae/g, 'e'],
  [/ue/g, 'u'],
  [/y$/g, 'i'],
  [/(.)\1+/g, '$1'],
  [/(?<=[aeiou])h$/g, ''],
]

/** Letters whose marks tell their sound. What has no mark may have lost it: then only the text tells. */
const marked: Readonly<Record<string, string>> = {
  č: 'ch',
  ć: 'ch',
  š: 'sh',
  ž: 'zh',
  đ: 'dj',
  ş: 'sh',
  ș: 'sh',
  ț: 'ts',
  ż: 'zh',
  ź: 'zh',
  ś: 'sh',
  ř: 'rzh',
  ğ: 'g',
  ë: 'yo',
  ç: 'ch',
  ñ: 'n',
  ņ: 'n',
  ķ: 'k',
  ģ: 'g',
  ļ: 'l',
}

export function markedSounds(word: string): string {
  return word.replace(/[čćšžđşșțżźśřğëçñņķģļ]/g, (letter) => marked[letter] ?? letter)
}

export function fold(word: string): string {
  let sound = word
  for (const [letters, one] of sounds) sound = sound.replace(letters, one)
  return sound
}

/**
 * The consonants of a folded word, repeated ones once. Half vowels are removed too, because they write long vowels in Arabic; j before
 * a vowel stays, because there it is mostly a consonant.
 */
export function nameSkeleton(sound: string): string {
  return sound
    .replace(/j(?=[aeiou])/g, 'J')
    .replace(/[aeiouyj]|(?<=.)v|h$/g, '')
    .replace(/(.)\1+/g, '$1')
}

const initials: readonly (readonly [RegExp, string])[] = [
  [/^(?:ch|zh|j|q|tch|ts|dz|c)/, 'j'],
  [/^(?:k|g)/, 'g'],
  [/^(?:t|d)/, 'd'],
  [/^(?:p|b)/, 'b'],
  [/^(?:hs|x|sh|s)/, 's'],
  [/^(?:r|l)/, 'r'],
]
const rests: readonly (readonly [RegExp, string])[] = [
  [/eo|ŏ/g, 'o'],
  [/ae|ai|ay/g, 'e'],
  [/oo|woo|eu|ŭ|wu|w?u/g, 'u'],
  [/ee|yi/g, 'i'],
  [/y(?=[aeou])|i(?=[aeou])/g, ''],
  [/h$|k$|g$/g, 'k'],
]

/**
 * One form of a syllable of an East Asian name, however Korean and Chinese are romanized: jin and chin, sok and seok. Null for a word
 * that cannot be one such syllable.
 */
export function syllableOf(word: string): string | null {
  if (word.length > 6 || !/^[^aeiouy]*[aeiouyw]+(?:ng|[nmklptgrh])?$/.test(word)) return null
  let one = word
  for (const [letters, sound] of initials) {
    if (!letters.test(one)) continue
    one = one.replace(letters, sound)
    break
  }
  const [, head = '', tail = ''] = /^([^aeiouyw]*)(.*)$/.exec(one) ?? []
  let rest = tail
  for (const [letters, sound] of rests) rest = rest.replace(letters, sound)
  return head + rest
}
