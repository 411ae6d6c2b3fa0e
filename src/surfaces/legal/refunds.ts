import type { LegalDocument } from './legal-document.ts'
import type { LegalFacts } from './legal-facts.ts'
import { operatorSection } from './operator-section.ts'

/** When nothing is charged, what a credit is, and how money is given back. */
export function refunds(facts: LegalFacts): LegalDocument {
  const { publicUrl, refunds: rules, answerHours } = facts
  return {
    title: 'Refunds',
    sections: [
      operatorSection(facts),
      {
        heading: 'When nothing is charged',
        parts: [
          'Most payments are settled after the answer exists. If a call fails, its payment is released, and no money moves. If no answer reaches you, send the identical request with the identical payment: ' +
            `you get the stored answer for ${answerHours} hours, and are charged once.`,
        ],
      },
      {
        heading: 'When money was paid and there is no answer',
        parts: [
          'Some payments arrive before the work: transfers that you send yourself, and offers whose terms say that they are settled first. If the work fails, your payment is a credit. The same payment then buys a call; its receipt says how, and how often.',
          rules.automatic
            ? `A credit whose work failed for good goes back by itself. One that nobody uses goes back after ${rules.afterHours} hours. At most $${rules.usdPerDay} a day are given back by themselves, and $${rules.usdPerPayerPerDay} to one wallet; what is above that follows on the next days.`
            : 'Credits are not given back by themselves here. Ask us.',
          'Money goes back as USDC to the wallet that paid, on the same network, less what the transfer is estimated to cost on that network; the receipt shows the amount.',
        ],
      },
      {
        heading: 'How to ask',
        parts: [
          `Send us the receipt of the payment: its address begins with ${publicUrl}/v1/receipts/ and is in the Link header of the answer. A payment cannot be called back on a blockchain, so a refund is a new transfer.`,
          'An answer that was delivered is not refunded because its content is unwelcome. If it is wrong by our fault, tell us.',
        ],
      },
    ],
  }
}
