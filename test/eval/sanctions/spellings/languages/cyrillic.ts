import { otherSpellings, type Variant } from '../rules.ts'

type Letters = Readonly<Record<string, string>>

/** A table that differs from another one in some letters. `letters` is "ж=zh ч=ch"; an empty right side drops a letter. */
function table(letters: string, base: Letters = {}): Letters {
  return {
    ...base,
    ...Object.fromEntries(
      letters
        .trim()
        .split(/\s+/)
        .map((pair) => pair.split('=') as [string, string]),
    ),
  }
}

function written(text: string, letters: Letters, afterVowel: Letters = {}): string {
  return [...text.toLowerCase()]
    .map((letter, place, all) => {
      const before = all[place - 1] ?? ' '
      const alone = /[аеёиоуыэюяіїєьъ\s-]/u.test(before)
      return (alone ? afterVowel[letter] : undefined) ?? letters[letter] ?? letter
    })
    .join('')
}

const common = table('а=a б=b в=v г=g д=d з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f ь= ъ=')
const bgn = table('е=e ё=ë ж=zh й=y х=kh ц=ts ч=ch ш=sh щ=shch ы=y э=e ю=yu я=ya ь=’ ъ=”', common)
const bgnAlone = table('е=ye ё=yë')
const plainBgn = table('ё=e ь= ъ=', bgn)
const gost = table('ё=yo ц=cz щ=shh ъ=`` ы=y` ь=` э=e` х=x й=j', bgn)
const iso9 = table('е=e ё=ë ж=ž й=j х=h ц=c ч=č ш=š щ=ŝ ы=y э=è ю=û я=â ь=ʹ ъ=ʺ', common)
const scholarly = table('щ=šč э=è ю=ju я=ja х=x', iso9)
const passport = table('ё=e й=i ю=iu я=ia ъ=ie ь=', bgn)
const french = table('е=e ё=io ж=j й=ï у=ou х=kh ц=ts ч=tch ш=ch щ=chtch ы=y э=e ю=iou я=ia ь= ъ=', common)
const german = table('в=w е=e ё=jo ж=sch з=s й=i х=ch ц=z ч=tsch ш=sch щ=schtsch ы=y э=e ю=ju я=ja ь= ъ=', common)

/** The spelling that lists of sanctions mostly use: BGN/PCGN without marks. */
export function romanRussian(name: string): string {
  return written(name, plainBgn, table('е=ye ё=yo'))
}

const habits = otherSpellings(
  'usual spellings of Russian given names',
  `aleksandr alexander alexandr
  aleksey alexei alexey aleksei
  andrey andrei andrej
  sergey sergei serguei
  dmitriy dmitry dmitri dimitri
  yevgeniy evgeny evgeni eugene
  yuriy yuri youri iouri
  nikolay nikolai nicolai
  mikhail michail mihail
  maksim maxim
  viktor victor
  fedor fyodor theodor
  petr pyotr piotr
  yelena elena
  yekaterina ekaterina catherine_ekaterina
  vasiliy vasily vassili
  anatoliy anatoly anatoli
  grigoriy grigory grigori
  gennadiy gennady guennadi
  arkadiy arkady
  valeriy valery valeri
  natalya natalia
  kseniya xenia ksenia
  tatyana tatiana`,
)

export function russian(name: string): Variant[] {
  const roman = romanRussian(name)
  const [given = '', patronymic = '', family = ''] = name.split(' ')
  const variants: Variant[] = [
    { kind: 'native script', text: name.toLowerCase() },
    { kind: 'native script, ё as е', text: name.toLowerCase().replaceAll('ё', 'е') },
    { kind: 'BGN/PCGN with marks', text: written(name, bgn, bgnAlone) },
    { kind: 'GOST 7.79 B', text: written(name, gost) },
    { kind: 'ISO 9', text: written(name, iso9) },
    { kind: 'scholarly', text: written(name, scholarly) },
    { kind: 'Russian passport', text: written(name, passport) },
    { kind: 'French', text: written(name, french).replace(/in\b/gu, 'ine') },
    { kind: 'German', text: written(name, german).replace(/j?ew\b/gu, 'jew') },
    { kind: 'yo written as e or o', text: written(name, table('ё=o', plainBgn), table('е=e ё=e')) },
    { kind: '-sky for -skiy', text: roman.replace(/iy\b/gu, 'y').replace(/yy\b/gu, 'y') },
    { kind: '-ski for -skiy', text: roman.replace(/[iy]y\b/gu, 'i') },
    { kind: '-skij for -skiy', text: roman.replace(/([iy])y\b/gu, '$1j') },
    { kind: 'ye as e', text: roman.replace(/ye/gu, 'e') },
    { kind: 'ya as ia, yu as iu', text: roman.replace(/y(?=[au])/gu, 'i') },
    { kind: 'kh as h', text: roman.replace(/kh/gu, 'h') },
    { kind: 'ks as x', text: roman.replace(/ks/gu, 'x') },
    ...habits(roman),
  ]
  if (family !== '') {
    const parts = [given, patronymic, family].map(romanRussian)
    variants.push(
      { kind: 'patronymic left out', text: `${parts[0]} ${parts[2]}` },
      { kind: 'patronymic as an initial', text: `${parts[0]} ${(parts[1] ?? '').charAt(0)}. ${parts[2]}` },
      { kind: 'native script, family name first', text: `${family} ${given} ${patronymic}`.toLowerCase() },
      { kind: 'family name first, with patronymic', text: `${parts[2]} ${parts[0]} ${parts[1]}` },
    )
  }
  return variants.filter(({ text }) => text !== roman)
}

const ukrainianLetters = table('г=h ґ=g е=e є=ie ж=zh и=y і=i ї=i й=i х=kh ц=ts ч=ch ш=sh щ=shch ю=iu я=ia ’=', common)
const ukrainianAlone = table('є=ye ї=yi й=y ю=yu я=ya')
const ukrainianGerman = table('в=w є=je ї=ji й=j ж=sch з=s х=ch ц=z ч=tsch ш=sch щ=schtsch ю=ju я=ja', ukrainianLetters)
const ukrainianBgn = table('є=ye ї=yi й=y ю=yu я=ya', ukrainianLetters)

function startOfWords(text: string, letters: Letters, atStart: Letters): string {
  return text
    .split(' ')
    .map((word) => written(word.slice(0, 1), letters, atStart) + written(word.slice(1), letters))
    .join(' ')
}

/** By the resolution of the Cabinet of Ministers of 2010, as in Ukrainian passports. */
export function romanUkrainian(name: string): string {
  return startOfWords(name.toLowerCase().replaceAll('зг', 'зgh'), ukrainianLetters, ukrainianAlone)
}

/** Given names, patronymics and endings by which Russian speakers know Ukrainians. */
const russianForms: readonly (readonly [RegExp, string])[] = [
  [/\boleksandr/gu, 'aleksandr'],
  [/\bserhii\b/gu, 'sergey'],
  [/\bandrii\b/gu, 'andrey'],
  [/\bvolodymyr/gu, 'vladimir'],
  [/\bmykola\b/gu, 'nikolay'],
  [/\bmykolaiovych\b/gu, 'nikolayevich'],
  [/\bdmytro\b/gu, 'dmitriy'],
  [/\boleksii\b/gu, 'aleksey'],
  [/\byevhen\b/gu, 'yevgeniy'],
  [/\bmykhailo\b/gu, 'mikhail'],
  [/\bmykhail/gu, 'mikhail'],
  [/\bpavlo\b/gu, 'pavel'],
  [/\bpetro\b/gu, 'petr'],
  [/\bolena\b/gu, 'yelena'],
  [/\byurii\b/gu, 'yuriy'],
  [/\bvasyl\b/gu, 'vasiliy'],
  [/\boleh\b/gu, 'oleg'],
  [/\bihor\b/gu, 'igor'],
  [/\bhryhorii\b/gu, 'grigoriy'],
  [/\bmykyta\b/gu, 'nikita'],
  [/ovych\b/gu, 'ovich'],
  [/ivna\b/gu, 'yevna'],
  [/iiovych\b/gu, 'yevich'],
  [/h(?=[oaeulr])(?<![kszc]h)/gu, 'g'],
  [/(?<=[^aeiou\s])y(?=[^aeiou\s])/gu, 'i'],
]

export function ukrainian(name: string): Variant[] {
  const roman = romanUkrainian(name)
  const [given = '', patronymic = '', family = ''] = name.split(' ').map(romanUkrainian)
  const variants: Variant[] = [
    { kind: 'native script', text: name.toLowerCase() },
    { kind: 'BGN/PCGN', text: startOfWords(name.toLowerCase(), ukrainianBgn, ukrainianAlone) },
    { kind: 'Russian form', text: russianForms.reduce((text, [from, to]) => text.replace(from, to), roman) },
    { kind: 'ii as iy or y', text: roman.replace(/ii\b/gu, 'iy') },
    { kind: 'ii as iy or y', text: roman.replace(/ii\b/gu, 'y') },
    { kind: 'ia as ya, iu as yu', text: roman.replace(/i(?=[au])/gu, 'y') },
    { kind: 'y as i', text: roman.replace(/(?<=[^aeiou\s])y(?=[^aeiou\s])/gu, 'i') },
    { kind: 'h as g', text: roman.replace(/(?<![kszc])h/gu, 'g') },
    { kind: 'German', text: written(name, ukrainianGerman) },
    { kind: 'patronymic left out', text: `${given} ${family}` },
    { kind: 'patronymic as an initial', text: `${given} ${patronymic.charAt(0)}. ${family}` },
    { kind: 'family name first, with patronymic', text: `${family} ${given} ${patronymic}` },
  ]
  return variants.filter(({ text }) => text !== roman)
}
