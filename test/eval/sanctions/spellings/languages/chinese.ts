import type { Variant } from '../rules.ts'

const initials: readonly (readonly [RegExp, string])[] = [
  [/^zhi$/u, 'chih'],
  [/^chi$/u, "ch'ih"],
  [/^shi$/u, 'shih'],
  [/^ri$/u, 'jih'],
  [/^zi$/u, 'tzu'],
  [/^ci$/u, "tz'u"],
  [/^si$/u, 'ssu'],
  [/^yan$/u, 'yen'],
  [/^you$/u, 'yu'],
  [/^yong$/u, 'yung'],
  [/^yi$/u, 'i'],
  [/^yu$/u, 'yü'],
  [/^yue$/u, 'yüeh'],
  [/^yuan$/u, 'yüan'],
  [/^yun$/u, 'yün'],
  [/^ye$/u, 'yeh'],
  [/^er$/u, 'erh'],
  [/^he$/u, 'ho'],
  [/^ke$/u, "k'o"],
  [/^ge$/u, 'ko'],
]
const finals: readonly (readonly [RegExp, string])[] = [
  [/^([jqx])u(?=$|an|e|n)/u, '$1ü'],
  [/üe$/u, 'üeh'],
  [/ie$/u, 'ieh'],
  [/ian$/u, 'ien'],
  [/ong$/u, 'ung'],
  [/(?<=[gk])ui$/u, 'uei'],
  [/(?<=[dtnlzcszhchshr])uo$/u, 'o'],
  [/(?<=[dtlzcr]|zh|ch|sh)e$/u, 'ê'],
  [/iu$/u, 'iu'],
]
const consonants: readonly (readonly [RegExp, string])[] = [
  [/^zh/u, 'Ch'],
  [/^ch/u, "Ch'"],
  [/^j/u, 'Ch'],
  [/^q/u, "Ch'"],
  [/^x/u, 'Hs'],
  [/^z/u, 'Ts'],
  [/^c/u, "Ts'"],
  [/^r/u, 'J'],
  [/^p/u, "P'"],
  [/^t/u, "T'"],
  [/^k/u, "K'"],
  [/^b/u, 'P'],
  [/^d/u, 'T'],
  [/^g/u, 'K'],
]

/** One syllable of pinyin in Wade–Giles. */
function wadeGiles(syllable: string): string {
  const special = initials.find(([from]) => from.test(syllable))
  if (special) return special[1]
  const ending = finals.reduce((text, [from, to]) => text.replace(from, to), syllable)
  const consonant = consonants.find(([from]) => from.test(ending))
  return (consonant ? ending.replace(consonant[0], consonant[1]) : ending).toLowerCase()
}

const withoutMarks = (text: string) => text.normalize('NFD').replace(/\p{M}|'/gu, '')

/**
 * `name`: family name and the syllables of the given name, apart. `cantonese`: the same characters as the government of Hong Kong romanizes
 * them.
 */
export function chinese(name: string, cantonese: string): Variant[] {
  const [family = '', ...given] = name.toLowerCase().split(' ')
  const [familyInHongKong = '', ...givenInHongKong] = cantonese.toLowerCase().split(' ')
  const wade = `${wadeGiles(family)} ${given.map(wadeGiles).join('-')}`
  return [
    { kind: 'pinyin apart', text: name },
    { kind: 'pinyin joined', text: `${family} ${given.join('')}` },
    { kind: 'pinyin with a hyphen', text: `${family} ${given.join('-')}` },
    { kind: 'given name first', text: `${given.join('')} ${family}` },
    { kind: 'given name first', text: `${given.join(' ')} ${family}` },
    { kind: 'family name with a comma', text: `${family}, ${given.join('')}` },
    { kind: 'ü as v or yu', text: `${family.replace(/^lü$/u, 'lyu')} ${given.join('')}` },
    { kind: 'Wade–Giles', text: wade },
    { kind: 'Wade–Giles without marks', text: withoutMarks(wade) },
    { kind: 'Wade–Giles, given name first', text: withoutMarks(wade).split(' ').toReversed().join(' ') },
    { kind: 'Cantonese family name, pinyin given name', text: `${familyInHongKong} ${given.join('')}` },
    { kind: 'Cantonese', text: `${familyInHongKong} ${givenInHongKong.join('-')}` },
    { kind: 'Cantonese', text: `${familyInHongKong} ${givenInHongKong.join(' ')}` },
  ]
}
