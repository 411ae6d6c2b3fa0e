import type { Language } from './listed-name.ts'

const arabicWords =
  /\b(?:al|el|abd\p{L}*|abu|bin|ben|ibn|mu?o?hamm?[ae]d|ahmed|ahmad|hasan|hassan|ali|omar|umar|khalid|said|yusuf|mustafa|ibrahim|osman|abdi\p{L}*)\b/u

const byNationality: readonly (readonly [RegExp, Language])[] = [
  [/korea/iu, 'Korean'],
  [/^iran/iu, 'Persian'],
  [/afghan/iu, 'Dari and Pashto'],
  [/pakistan|india|bangladesh/iu, 'Urdu'],
  [/russian|uzbek|tajik|georgia|belarus/iu, 'Russian'],
  [/indonesia|malaysia/iu, 'Indonesian'],
  [/guinea-bissau/iu, 'Portuguese'],
  [/t[üu]rki?e/iu, 'Turkish'],
  [/^china/iu, 'Chinese'],
  [/ukrain/iu, 'Ukrainian'],
  [/greece/iu, 'Greek'],
  [/iraq|tunisia|algeria|egypt|saudi|libya|yemen|somalia|sudan|kuwait|jordan|morocco|qatar|syria|mauritania|palestin|lebanon/iu, 'Arabic'],
  [/congo|rwanda|central african|haiti|chad|senegal|mali\b|burundi/iu, 'African, French spelling'],
]

const byRegime: Readonly<Record<string, Language>> = {
  Taliban: 'Dari and Pashto',
  Iran: 'Persian',
  DPRK: 'Korean',
  Iraq: 'Arabic',
  Libya: 'Arabic',
  Yemen: 'Arabic',
  Somalia: 'Arabic',
  Sudan: 'Arabic',
}

/** Languages whose speakers are sometimes nationals of other countries: their names show it. */
const withoutOwnNames: ReadonlySet<Language | undefined> = new Set(['African, French spelling', 'Chinese', undefined])

/** The language in which a person's name has its other spellings, by nationality, regime and the words of the name. */
export function guessLanguage(name: string, nationality: string, regime: string): Language {
  const guess = byNationality.find(([from]) => from.test(nationality))?.[1] ?? byRegime[regime]
  if (withoutOwnNames.has(guess) && arabicWords.test(name.toLowerCase())) return 'Arabic'
  return guess ?? 'other'
}
