import { countryCode } from './country-codes.ts'

/** Names of countries in their own languages, as addresses there end with them. */
const ownNames: Readonly<Record<string, string>> = {
  deutschland: 'DE',
  osterreich: 'AT',
  oesterreich: 'AT',
  schweiz: 'CH',
  suisse: 'CH',
  svizzera: 'CH',
  cesko: 'CZ',
  'ceska republika': 'CZ',
  cechy: 'CZ',
  slovensko: 'SK',
  'slovenska republika': 'SK',
  polska: 'PL',
  magyarorszag: 'HU',
  suomi: 'FI',
  sverige: 'SE',
  norge: 'NO',
  danmark: 'DK',
  nederland: 'NL',
  belgie: 'BE',
  belgique: 'BE',
  italia: 'IT',
  espana: 'ES',
  eesti: 'EE',
  latvija: 'LV',
  lietuva: 'LT',
  hrvatska: 'HR',
  slovenija: 'SI',
  ellada: 'GR',
  rossiya: 'RU',
  rossiia: 'RU',
  ukraina: 'UA',
  brasil: 'BR',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'great britain': 'GB',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
}

/** Takes the country off the end of an address; null when the address names none. */
export function takeCountry(address: string): { country: string | null; rest: string } {
  const parts = address.slice(0, 300).split(/[,;\n]/)
  const last = parts.at(-1)?.trim() ?? ''
  const plain = last
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  // Two letters are a state of the United States as often as a country, so a code counts only in capitals and not there.
  const isCode = /^[A-Z]{2}$/.test(last) && !stateCodes.has(last)
  const country = ownNames[plain] ?? (plain.length > 2 || isCode ? countryCode(last) : null)
  return country === null || parts.length === 1 ? { country: null, rest: address } : { country, rest: parts.slice(0, -1).join(',') }
}

const stateCodes = new Set(
  'AL AR AZ CA CO DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'.split(
    ' ',
  ),
)
