import { recommend, type Recommendation } from '../../../src/goods/kit/answers.ts'
import type { InconclusiveReason, Screening, ScreeningMatch } from '../sanctions/screening.ts'

const match = recommend('do_not_deal', 'An entry of a sanctions list matches. Do not deal with it before a person has compared the entry.')
const review = recommend('check_first', 'An entry of a sanctions list is similar. A person should compare the entry first.')

/** The name of thousands of people: what would tell whether it is the listed one. */
function reviewOf(best: ScreeningMatch | undefined): Recommendation {
  if (!best?.commonName) return review
  const facts = [
    ...(best.birthYear === 'unknown' && best.births.length > 0 ? ['birthYear'] : []),
    ...(best.country === 'unknown' && best.countries.length > 0 ? ['country'] : []),
  ]
  return recommend(
    'check_first',
    facts.length === 0
      ? 'An entry of a sanctions list has this name, and so have thousands of people. A person should compare the entry first.'
      : `An entry of a sanctions list has this name, and so have thousands of people. Ask again with ${facts.join(' or ')}: that would tell. Else a person should compare the entry first.`,
  )
}

const inconclusive: Readonly<Record<InconclusiveReason, Recommendation>> = {
  list_not_fresh: recommend('unknown', 'The lists could not be searched as a whole, so nothing can be said.'),
  script_not_read: recommend('unknown', 'The name is in a script that cannot be compared in full. Ask again with its Latin spelling.'),
  number_not_listed: recommend(
    'unknown',
    'No list gives this number, and that proves nothing: lists give the numbers of only some entries. Ask again with the name.',
  ),
  numbers_not_read: recommend('unknown', 'The numbers on the lists are being read again. Ask again in some minutes.'),
  address_not_read: recommend(
    'unknown',
    'This address is on no list, but it has a fault or is of a chain of which the lists give no addresses. Check each character.',
  ),
  nothing_compared: recommend('unknown', 'There is no name, number or address here to compare. Ask with the full name.'),
}

/** What to do, and why: the reason says what was compared. */
export function recommendationOn({ verdict, inconclusiveBecause, compared, lists, matches }: Screening): Recommendation {
  if (verdict === 'match') return match
  if (verdict === 'review') return reviewOf(matches[0])
  if (verdict === 'inconclusive') return inconclusive[inconclusiveBecause ?? 'list_not_fresh']
  const has = (kind: 'name' | 'address') => compared.some(({ as }) => as === kind)
  const hasNumber = compared.some(({ as }) => as !== 'name' && as !== 'address')
  // The UN's own file was not read, so nothing is said of it.
  const isEchoed = lists.some(({ readFrom }) => readFrom === 'other_lists')
  const found = has('name') ? (has('address') ? 'is similar or names this address' : 'is similar') : 'names this address'
  return recommend(
    'go_ahead',
    [
      isEchoed
        ? `No entry of the lists of OFAC, the EU and the UK ${found}, and each was fresh. UN designations were read as the EU and the UK repeat them.`
        : `No entry of the five lists ${found}, and every list was fresh.`,
      ...(hasNumber ? ['None gives the number either, but lists give the numbers of only some entries.'] : []),
    ].join(' '),
  )
}
