import type { LegalDocument } from './legal-document.ts'
import { legalPaths, type LegalFacts } from './legal-facts.ts'
import { operatorSection } from './operator-section.ts'

/** The terms of sale. */
export function terms(facts: LegalFacts): LegalDocument {
  const { publicUrl, operator, freeCallsPerDay, refusesSanctionedPayers } = facts
  return {
    title: 'Terms of service',
    sections: [
      operatorSection(facts),
      {
        heading: 'What you buy',
        parts: [
          'You buy one answer at a time. There is no account and no subscription.',
          `The terms of a call are in its answer 402: what it gives, its price in USDC and the networks on which you may pay. ${publicUrl}/openapi.json and ${publicUrl}/llms.txt list all prices.`,
          'The contract for a call begins when you send its payment, and ends with the answer. The terms that this page shows at that moment apply to it.',
          'Whoever runs an agent answers for what it buys here.',
        ],
      },
      {
        heading: 'What you pay',
        parts: [
          [
            'One payment is charged once, however often you send it.',
            'A call that fails is not charged. Invalid input is refused before any payment.',
            'A payment that you sign costs you its price and no network fee. If you send a transaction yourself, you pay its network fee.',
            ...(freeCallsPerDay > 0
              ? [
                  `Routes with a daily quota answer ${freeCallsPerDay} calls per UTC day and client address without a charge, all such routes together.`,
                ]
              : []),
            'A wallet that is new here may be given one call below $0.03 without a charge, where the terms of the call say so.',
          ],
          `Taxes that you owe on what you buy are yours to pay. How money is given back is on ${publicUrl}${legalPaths.refunds}.`,
        ],
      },
      {
        heading: 'What the answers are',
        parts: [
          'Answers come from the sources that each of them names in meta, with their age and licence. Where a figure is missing, the answer says so. Sources can be late, incomplete or wrong, and so can answers.',
          'An answer is information. It is no financial, investment, tax or legal advice, and no decision about a person.',
          'You may use an answer for any lawful purpose. Where a licence in meta asks for attribution or sets limits, you keep to it.',
        ],
      },
      {
        heading: 'What is not allowed',
        parts: [
          [
            'to evade limits of rate, quota or price, or to attack the service or others through it',
            'to have the service fetch or judge what you have no right to process',
            'to use answers against the law that applies to you',
            ...(refusesSanctionedPayers ? ['to pay from a wallet that a list of sanctions names; such payments are refused'] : []),
          ],
          'We may refuse calls that break these rules.',
        ],
      },
      {
        heading: 'Availability and liability',
        parts: [
          `We promise no uptime. ${publicUrl}/status shows what works now.`,
          'For what you buy here our liability is limited to the price of the call concerned, as far as the law allows. It is not limited for intent, gross negligence, injury, or where the law forbids a limit.',
          'If you buy as a consumer, you ask with your payment for the answer at once, and agree that your right to withdraw ends when it is delivered. Your other rights as a consumer stay.',
        ],
      },
      {
        heading: 'Law',
        parts: [
          operator.country === ''
            ? 'The law of the country in which we are established applies, without its rules on conflicts of laws.'
            : `The law of ${operator.country} applies, without its rules on conflicts of laws.`,
          'Consumers keep the protection of the law of the country where they live.',
        ],
      },
    ],
  }
}
