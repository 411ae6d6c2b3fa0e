import type { LegalDocument } from './legal-document.ts'
import type { LegalFacts } from './legal-facts.ts'
import { operatorSection } from './operator-section.ts'

/** Days in which an item of a watchlist can be asked for: `431` in ledger/deliveries. */
const deliveryDays = 431

/** What is stored of callers, why and how long. The times are those of the settings and of the ledger's housekeeping. */
export function privacy(facts: LegalFacts): LegalDocument {
  const { answerHours, clientAddressDays, asksLanguageModel } = facts
  const addressKept = clientAddressDays === null ? '' : ` It is erased about ${clientAddressDays} days after the call.`
  return {
    title: 'Privacy',
    sections: [
      operatorSection(facts),
      {
        heading: 'What is stored, and for how long',
        parts: [
          'There are no accounts, no cookies and no tracking.',
          [
            `A payment: the wallet, the amount, the network, the transaction, the times, the name of the offer, a hash of the request, and the network address from which it came. It proves what was paid, and is kept as long as our accounts are. The network address serves against fraud and for the limits of free calls.${addressKept}`,
            `The answer to a paid call: ${answerHours} hours, so that you can fetch it again with the same payment; longer only while its payment is not settled yet. The input of a call is not stored with it.`,
            `Which items of a watchlist a wallet has been given: ${deliveryDays} days, so that no item is charged twice.`,
            'How many free calls a network address made: until the end of the next UTC day. Which wallets have had their free first call, and from which network address: as long as our accounts are kept.',
            'The log of the service names payments and errors. Payment headers and secrets are removed from it.',
          ],
          'The legal grounds are the contract about your call, duties to keep accounts, and our legitimate interest in an orderly service.',
        ],
      },
      {
        heading: 'Who else sees it',
        parts: [
          [
            'Everybody: payments are on public blockchains, with the wallet, the amount and the time. They cannot be deleted there.',
            'Anybody who has the address of a receipt can read it. It holds no input, no answer and no network address.',
            'The sources of an answer: what must be asked of them, such as a company name, a VAT number, an address on a blockchain or the address of a page. They see our network address, not yours.',
            'The nodes of the blockchains, and where we use one, a service that sends our settlements.',
            ...(asksLanguageModel ? ['The provider of a language model: the text of calls to the offers that say so.'] : []),
          ],
        ],
      },
      {
        heading: 'Your rights',
        parts: [
          'You may ask what is stored about you, and have it corrected or deleted where no duty to keep it stands against that. Name the wallet, and sign a message with it, so that nobody else can ask in your place. You may complain to the data protection authority of your country.',
          'Do not send personal data of others to this service unless you may.',
        ],
      },
    ],
  }
}
