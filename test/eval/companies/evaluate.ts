import { compareCompanyNames } from '../../../src/names/compare-company-names.ts'
import { judgePairs } from './judge-pairs.ts'
import { companyPairs, type Label } from './pairs.ts'

const labels: readonly Label[] = ['same', 'similar', 'different']

/** How often each label got each verdict, and which pairs were judged wrongly. */
export function judgeCompanies() {
  const judged = companyPairs.map((pair) => ({ ...pair, verdict: compareCompanyNames(pair.one, pair.other).verdict }))
  const count = (label: Label, verdict: Label) => judged.filter((one) => one.label === label && one.verdict === verdict).length
  return { judged, count }
}

/** Prints how company names are judged beside the labels. A wrong `same` is the worst error. */
export function evaluateCompanies(flags: { readonly misses: boolean }): void {
  const { judged, count } = judgeCompanies()
  const right = judged.filter(({ label, verdict }) => label === verdict).length
  const languages = new Set(judged.map(({ language }) => language)).size
  console.log(
    `\nCompany names: ${judged.length} pairs in ${languages} languages, ${((100 * right) / judged.length).toFixed(1)} % as labelled`,
  )
  console.table(
    Object.fromEntries(
      labels.map((label) => [`labelled ${label}`, Object.fromEntries(labels.map((verdict) => [verdict, count(label, verdict)]))]),
    ),
  )
  evaluateMadePairs(flags)
  if (!flags.misses) return
  for (const { label, kind, language, one, other, verdict } of judged) {
    if (label !== verdict) console.log(`${verdict} instead of ${label} (${language}, ${kind}): ${one} | ${other}`)
  }
}

const madeSeeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** Prints what the company line says of made pairs, by what is true of them. */
function evaluateMadePairs(flags: { readonly misses: boolean }): void {
  const runs = madeSeeds.map(judgePairs)
  const judged = runs.flatMap((run) => run.judged)
  const wrong = runs.flatMap((run) => run.wrong)
  const countries = new Set(judged.map(({ country }) => country)).size
  console.log(`\nMade pairs of names: ${judged.length} by the conventions of ${countries} countries, ${wrong.length} judged wrongly`)
  const count = (truth: string, verdict: Label) => judged.filter((one) => one.truth === truth && one.compared.verdict === verdict).length
  console.table(
    Object.fromEntries(
      [
        ['one company', 'same'],
        ['brand and national company', 'brand'],
        ['two companies', 'other'],
      ].map(([title = '', truth = '']) => [title, Object.fromEntries(labels.map((verdict) => [verdict, count(truth, verdict)]))]),
    ),
  )
  if (!flags.misses) return
  for (const { truth, country, invoice, register, compared } of wrong)
    console.log(`${compared.verdict}, ${truth} (${country}): ${invoice} | ${register}`)
}
