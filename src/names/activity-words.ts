/**
 * Words for what a company does. In Croatia, Slovenia and Hungary the registered name has them beside the name proper, and the short name,
 * which the law allows too, leaves them out. Greek names have them as adjectives. In Latin letters without marks.
 */
const southSlavic = new Set(
  (
    'industrija industriju industrije prehrambena prehrambene tvornica tovarna tvrtka trgovina trgovinu trgovine trgovino proizvodnjo usluge usluga usluzno proizvodnja proizvodnju ' +
    'proizvodno trgovacko gradevinarstvo gradenje graditeljstvo gradbenistvo poljoprivreda poljoprivredu poljoprivredna turizam ugostiteljstvo prijevoz promet ' +
    'poduzece podjetje drustvo druzba dionicko nafte elektroindustrija farmaceutska kemijska drvna metalna tekstilna brodogradiliste savjetovanje ' +
    'konzalting svetovanje nekretninama nekretnine nepremicnine poslovanje inzenjering inzeniring izdavastvo nakladnistvo transport logistika ' +
    'marketing informaticke informatika zastupanje uvoz izvoz unutarnja vanjska storitve zdravil energetska energetsko trgovsko storitveno gostinstvo ' +
    'turizem prevozi racunalnistvo poslovne poslovno elektronika projektiranje montaza servis proizvodi zdravstvo kozmetika namjestaj pica hrane hrana ' +
    'pivovara mljekara mlekarna pekarna pekara trgovsko-storitveno in i'
  ).split(' '),
)
const hungarian = new Set(
  (
    'kereskedelmi szolgaltato szolgaltatasi ipari epitoipari epito termelo gyarto fejleszto tanacsado ingatlan szallitmanyozo fuvarozo mezogazdasagi ' +
    'vendeglato vendeglatoipari idegenforgalmi szamitastechnikai informatikai muszaki mernoki kulkereskedelmi kivitelezo szallitasi logisztikai ' +
    'elelmiszeripari energetikai penzugyi befekteto vagyonkezelo egeszsegugyi oktatasi kiado nyomdaipari feldolgozo javito karbantarto ' +
    'biztositasi beruhazo hasznosito marketing reklam es olaj gazipari ugyviteli uzemelteto forgalmazo ertekesito muvek vallalat'
  ).split(' '),
)
const hungarianEnding = /(?:ipari|kedelmi|tato|lelo|galmazo|keszito|eptikai|technikai|dasagi)$/
const greekEnding = /(?:iki|ikos|ikon|oikiki|ton)$/

const southSlavicForms = ['doo', 'dd', 'jdoo', 'dno', 'kdhr', 'jtd']
const hungarianForms = ['kft', 'zrt', 'nyrt', 'rt', 'bt', 'kkt']
const greekForms = ['epe', 'ike', 'oe', 'ee']

/** Whether a word tells what a company of one of these legal forms does, rather than what it is called. */
export function isActivityWord(word: string, forms: ReadonlySet<string>): boolean {
  const isOf = (some: readonly string[]) => some.some((form) => forms.has(form))
  if (isOf(southSlavicForms) && southSlavic.has(word)) return true
  if (isOf(hungarianForms) && (hungarian.has(word) || hungarianEnding.test(word))) return true
  return isOf(greekForms) && word.length > 4 && greekEnding.test(word)
}

/** Whether a word is one that Croatian and Slovene names put before "za": `podjetje za gradbeništvo`. */
export function isActivityNoun(word: string): boolean {
  return southSlavic.has(word)
}

/** Whether companies of this form have a registered name in which commas set off what they do. */
export function setsActivityOff(forms: ReadonlySet<string>): boolean {
  return southSlavicForms.some((form) => forms.has(form))
}
