import type { LegalDocument } from './legal-document.ts'
import type { LegalFacts } from './legal-facts.ts'

/** Who stands behind the service, as every page says it. */
export function operatorSection({ operator, contacts, publicUrl, playMoney }: LegalFacts): LegalDocument['sections'][number] {
  const from = [operator.address, operator.country].filter((part) => part !== '').join(', ')
  return {
    heading: 'Who runs this service',
    parts: [
      `${operator.name}${from === '' ? '' : `, ${from},`} runs the service at ${publicUrl} and is called "we" on this page.`,
      contacts.length === 0
        ? 'There is no further contact than this address.'
        : `You reach us at ${contacts.map((uri) => uri.replace(/^mailto:/, '')).join(' or ')}.`,
      ...(playMoney
        ? ['This is a sandbox: its payments are play money on chains of one machine, so nothing that you pay here has a value.']
        : []),
    ],
  }
}
