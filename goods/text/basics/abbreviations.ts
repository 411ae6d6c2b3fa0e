/** Abbreviations whose full stop never ends a sentence, in lower case and without it. */
const titles = new Set(
  [
    // English
    'mr mrs ms messrs dr prof rev fr hon gen col lt sgt capt cmdr maj gov sen rep pres supt st mt ft',
    'vs viz cf e.g eg i.e ie approx al incl excl esp resp',
    // German
    'hr z.b z b d.h u.a v.a s.o s.u bzw vgl ggf evtl sog geb gest dipl ing zzgl inkl str',
    // French, Spanish, Italian, Portuguese
    'mme mlle mm me p.ex sra srta dña d da dott sig avv egr exmo exma ilmo',
  ].flatMap((words) => words.split(' ')),
)

/** Abbreviations that stand before a number. */
const beforeNumbers = new Set(
  'no nos nr núm num fig figs p pp vol vols ch chap sec sect art arts eq eqs ed abs pág pag págs c ca circa ver v n n.º'.split(' '),
)

const months = new Set(
  'jan feb mar apr may jun jul aug sep sept oct nov dec mär mai okt dez janv févr avr juil août déc ene abr ago dic gen mag giu lug set ott'.split(
    ' ',
  ),
)

/** Abbreviations that end a sentence as often as not. */
const atEnds = new Set(
  'inc ltd co corp plc llc bros jr sr etc usw ecc a.m p.m am pm u.s u.k u.n e.u d.c u.s.a ph.d m.d b.a m.a eu mio mrd tsd dept univ assn ave blvd rd no. ud uds ee.uu'.split(
    ' ',
  ),
)

/** Words that begin sentences far more often than they continue a name. */
const sentenceStarters = new Set(
  [
    'the a an this that these those it he she they we you i there here what when where why how who which if in on at by for from',
    'with after before during since while although because but and or so yet however moreover then now today its his her their our your my as to',
    'der die das ein eine er sie es wir ihr ich im am in auf aber und wenn nach bei seit dies diese dieser',
    'le la les un une il elle ils elles nous vous on ce cette ces mais et dans en après pour',
    'el los las una él ella ellos pero y después por il lo gli i un uno ma dopo per o os as um uma ele ela mas e depois em no na',
  ].flatMap((words) => words.split(' ')),
)

const ordinalMonths =
  /^(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jahrhundert|jh|klasse|stock|platz|weltkrieg)/i

/**
 * Whether a full stop belongs to the word before it and the sentence goes on.
 * @param word the word before the full stop, without it
 * @param next the first word after the blanks
 */
export function isAbbreviation(word: string, next: string): boolean {
  const lower = word.toLowerCase()
  if (titles.has(lower)) return true
  if (beforeNumbers.has(lower) && /^\(?\d/.test(next)) return true
  if (months.has(lower) && /^\d/.test(next)) return true
  if (/^\d{1,2}$/.test(word) && ordinalMonths.test(next)) return true
  const begins = sentenceStarters.has(next.toLowerCase())
  // An initial, or several: `J. Doe`, `U.S. Senate`.
  if (/^\p{Lu}(?:\.-?\p{Lu})*$/u.test(word)) return !begins && /^[\p{L}\d]/u.test(next)
  return atEnds.has(lower) && !begins && /^[\p{Lu}\d]/u.test(next) && lower !== 'etc'
}
