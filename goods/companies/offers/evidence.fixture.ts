import type { z } from 'zod'
import type { verifyAnswer } from './verify-answer.ts'

type Data = z.output<typeof verifyAnswer>['data']
type Check = Data['checks'][number]

/** Where an answer of the verification says more than its checks show; empty for one that does not. */
export function overstatements({ verdict, advice, checks, company }: Data): string[] {
  const statusOf = (name: Check['check']) => checks.find(({ check }) => check === name)?.status ?? 'not made'
  const has = (...statuses: Check['status'][]) => checks.filter(({ status }) => statuses.includes(status)).map(({ check }) => check)
  const found: [boolean, string][] = [
    [
      verdict === 'verified' && has('fail', 'mismatch', 'unavailable').length > 0,
      `verified beside ${has('fail', 'mismatch', 'unavailable').join()}`,
    ],
    [verdict === 'verified' && statusOf('vat') !== 'pass', 'verified without a registration for VAT'],
    [verdict === 'verified' && statusOf('sanctions') !== 'pass', 'verified without a screening'],
    [verdict === 'verified' && !company?.legalName, 'verified without a name'],
    [advice === 'pay' && verdict !== 'verified', `pay with ${verdict}`],
    [advice === 'pay' && has('review').length > 0, `pay beside ${has('review').join()}`],
    [checks.some((one) => one.status === 'pass' && !isShown(one)), 'a check that passes without its evidence'],
    [company?.vatRegistered === true && statusOf('vat') !== 'pass' && !company.registerNumber, 'a registration that no source told'],
  ]
  return found.flatMap(([holds, text]) => (holds ? [text] : []))
}

/** A check that passes names its source and time, or what was compared. */
function isShown({ check, source, observedAt, evidence }: Check): boolean {
  if (check === 'format') return true
  if (check === 'name' || check === 'address') return evidence.some(({ fact }) => fact === 'found')
  if (check === 'sanctions') return evidence.some(({ fact }) => fact === 'screened')
  return source !== null && observedAt !== null
}
