import { z } from 'zod'
import type { Label } from '../../chain/labels/label.ts'
import { answer, fixedPrice, offer, type AnyOffer, type OfferContext } from '../../offer.ts'
import type { Hex } from '../../shared/bytes.ts'
import { Problem } from '../../shared/problems.ts'
import type { WalletParts } from './observe-wallet.ts'
import { sanctionedAmong } from './sanctioned-addresses.ts'
import { largestOf, tellWallet, walletAnswer } from './wallet-answer.ts'
import { exampleWalletScore } from './wallet-example.ts'
import type { Counterparty } from './wallet-observations.ts'
import { createWalletReports } from './wallet-reports.ts'

/** How a text names an address; the same as for trust scores. */
export interface WalletSubjects {
  readonly text: z.ZodType<string, string>
  /** @throws Problem `invalid_input`, `unknown_name`, `ens_unavailable` */
  read(text: string, field: string, context: Pick<OfferContext, 'chains' | 'clock' | 'signal'>): Promise<Hex>
}

const deadlineMs = 3_000

/** What a wallet holds, how long and with whom it deals, and whether anybody has blocked it. */
export function walletScore(subjects: WalletSubjects, parts: WalletParts | null): AnyOffer {
  const reports = parts && createWalletReports(parts)

  return offer({
    id: 'wallet-score',
    route: 'GET /v1/crypto/wallet-score/{address}',
    access: fixedPrice('0.075'),
    title: 'Score of a wallet',
    purpose:
      'Run before dealing with a wallet: a score from 0 to 100 from age, activity, sanctions, balances, counterparties and how concentrated they are, each with its evidence.',
    path: z.object({ address: subjects.text }),
    answer: walletAnswer,
    example: exampleWalletScore,
    deadlineMs,
    available: ({ chains }) => (chains.size === 0 ? 'disabled' : 'available'),
    async run({ path: { address: text } }, context) {
      if (!parts || !reports) throw new Problem('offer_unavailable', 'Nothing is connected that could tell.', { retryAfter: 60 })
      const { chains, sources, signal } = context
      const address = await subjects.read(text, 'path.address', context)
      const { report, cached } = await reports.of(address, context)
      const others = largestOf(report).map((one) => one.address)
      const listed = await sanctionedAmong(others, sources.sanctions, signal)
      const labelsOf = ({ address: one, networks }: Counterparty): readonly Label[] => {
        const known = networks.flatMap((network) => parts.labels.of(network, one))
        return distinct([...[listed?.get(one) ?? []].flat(), ...known])
      }
      return answer(tellWallet({ report, cached, chains, sources, labelsOf }))
    },
  })
}

/** An address may be known by the same name on several networks. */
function distinct(labels: readonly Label[]): Label[] {
  return [...new Map(labels.map((one) => [`${one.kind} ${one.name}`, one])).values()]
}
