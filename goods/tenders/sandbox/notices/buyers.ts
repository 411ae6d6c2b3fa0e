/** A country of the sandbox's buyers, with invented buyers. */
export interface BuyerCountry {
  /** ISO 3166-1 alpha-3. */
  readonly country: string
  readonly currency: string
  /** Its notices' language, ISO 639-2/T. */
  readonly language: string
  readonly buyers: readonly [string, ...string[]]
}

type Row = readonly [country: string, currency: string, language: string, ...buyers: [string, ...string[]]]

const rows: readonly [Row, ...Row[]] = [
  ['DEU', 'EUR', 'deu', 'Stadt Brückenthal', 'Landesbetrieb Wiesgrund', 'Universitätsklinikum Haldenau'],
  ['DEU', 'EUR', 'deu', 'Zweckverband Moorbach', 'Stadtwerke Lindenfurt', 'Kreis Oberhalden'],
  ['DEU', 'EUR', 'deu', 'Bundesamt für Pegelwesen', 'Hochschule Tannenried', 'Flughafen Haldenau GmbH'],
  ['FRA', 'EUR', 'fra', 'Commune de Valmerlin', 'Région Hautes-Lanières', 'Centre hospitalier de Brissoy'],
  ['FRA', 'EUR', 'fra', 'Métropole de Corbeaux', 'Syndicat des eaux du Lanion', 'Université de Valmerlin'],
  ['POL', 'PLN', 'pol', 'Gmina Lipowiec Dolny', 'Szpital Wojewódzki w Brzezinach Górnych', 'Politechnika Jodłowska'],
  ['ESP', 'EUR', 'spa', 'Ayuntamiento de Robledal', 'Servicio de Salud de la Vega', 'Diputación de Encinares'],
  ['ITA', 'EUR', 'ita', 'Comune di Montefaggio', 'Azienda sanitaria Valdorsa', 'Regione Alte Colline'],
  ['ROU', 'RON', 'ron', 'Comuna Brădetu de Sus', 'Spitalul Județean Fagu', 'Universitatea din Plopeni Noi'],
  ['NLD', 'EUR', 'nld', 'Gemeente Elzendijk', 'Waterschap Lage Veenen', 'Provincie Oostwaard'],
  ['SWE', 'SEK', 'swe', 'Björkhults kommun', 'Region Norrdalen', 'Tallmarks universitet'],
  ['CZE', 'CZK', 'ces', 'Město Lipnice nad Doubravou', 'Fakultní nemocnice Javorov', 'Kraj Horní Vrchy'],
  ['GRC', 'EUR', 'ell', 'Δήμος Ελατοχωρίου', 'Νοσοκομείο Πλατανιάς', 'Περιφέρεια Άνω Κάμπου'],
  ['PRT', 'EUR', 'por', 'Município de Carvalhais do Vale', 'Hospital de Sobreira', 'Universidade da Ribeira Alta'],
  ['FIN', 'EUR', 'fin', 'Koivulahden kaupunki', 'Haapajärven sairaanhoitopiiri', 'Pihlajan yliopisto'],
  ['AUT', 'EUR', 'deu', 'Gemeinde Erlenbrunn', 'Landesklinikum Föhrental', 'Land Obersteig'],
  ['IRL', 'EUR', 'eng', 'Ballyhazel County Council', 'Rowanbridge Hospital Group', 'Alderford University'],
  ['NOR', 'NOK', 'nob', 'Bjørkelund kommune', 'Helse Granvik', 'Universitetet i Oredal'],
]

/** Some countries have several rows, as they publish more notices. */
export const buyerCountries: readonly [BuyerCountry, ...BuyerCountry[]] = [countryOf(rows[0]), ...rows.slice(1).map(countryOf)]

function countryOf([country, currency, language, ...buyers]: Row): BuyerCountry {
  return { country, currency, language, buyers }
}
