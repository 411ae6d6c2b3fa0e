import { isPlaceWord } from './place-words.ts'

/** Words that a company adds to its name or leaves off, though the added word may also name another company of the group. */
export const softWords: ReadonlySet<string> = new Set(
  (
    'group gruppe groupe grupo gruppa gruppo grupa koncern konzern holding com company firma societe entreprise etablissements maison ' +
    'przedsiebiorstwo handlowo uslugowe produkcyjno phu pphu fhu pph pw zaklad spolecnost spolocnost ditta fratelli impresa azienda ' +
    'empresa compania compagnie sociedad societa bedrijf afoi'
  ).split(' '),
)

/** Words for a trade or a kind of company, which say nothing of whose it is. */
const general = new Set(
  (
    'bank banka banque banco banca bankas pank pankki telekom telecom telecommunications telekomunikacja energy energie energia energetika post poste posta ' +
    'posten insurance versicherung versicherungen assurance assurances assicurazioni seguros air airlines airways railways bahn trade trading services systems ' +
    'technologies solutions consulting industries electric gas oil water transport logistics logistik media foods food pharmaceuticals motors ' +
    'steel real estate properties investments investment finance financial capital management construction engineering engineers bau immobilien handel ' +
    'service national general first new shop store hotel restaurant travel software sales vertrieb vertriebs forsaljning forsaljnings salg myynti ventas vendite retail distribution distributie marketing ' +
    'operations business customer production manufacturing supply data digital it security center centre market markt'
  ).split(' '),
)

/** Whether a word only says what a national company of a brand does, so that it says little beside its country. */
export function isGeneralWord(word: string): boolean {
  return general.has(word)
}

/** Whether a word tells one company from others, so that a country beside it may only name a part of the same group. */
export function isTellingWord(word: string): boolean {
  return word.length > 1 && !general.has(word) && !softWords.has(word) && !isPlaceWord(word)
}
