import { answer, type AnyOffer, fixedPrice, offer, Problem, z } from '../../../src/goods/door.ts'
import type { Label } from '../../../src/goods/kit/known-addresses.ts'
import { createSubjectReader, subjectText } from '../addresses/identity/read-subject.ts'
import { readSanctionLabels } from '../addresses/sanctions/sanction-labels.ts'
import type { AddressLabels } from '../labels/create-labels.ts'
import type { OnchainSources } from '../onchain-sources.ts'
import { largestCounterparties, walletAnswer, walletBody } from './wallet-answer.ts'
import { exampleWalletScore } from './wallet-example.ts'
import type { Counterparty } from './wallet-observations.ts'
import { createWalletReports, type WalletReportParts } from './wallet-reports.ts'

/** What the offer needs besides the context of every offer. */
export interface WalletScoreParts extends WalletReportParts {
  readonly labels: AddressLabels
  readonly sources: Pick<OnchainSources, 'sanctions' | 'simulated'>
}

const deadlineMs = 3_000

/** A wallet's age, balances and counterparties, and whether it is blocked. Without parts it can only be described. */
export function walletScore(parts: WalletScoreParts | null, lists: readonly string[] = []): AnyOffer {
  const reports = parts && createWalletReports(parts)
  const readSubject = createSubjectReader()

  return offer({
    id: 'wallet-score',
    route: 'GET /v1/crypto/wallet-score/{address}',
    access: fixedPrice('0.075'),
    title: 'Score of a wallet',
    purpose:
      'Run before dealing with a wallet: a score from 0 to 100 from age, activity, sanctions, balances, counterparties and how concentrated they are, each with its evidence.',
    restsOn: 'balances and USDC transfers on every enabled network, lists',
    cannotKnow: 'who owns the wallet, and its other wallets',
    path: z.object({ address: subjectText }),
    answer: walletAnswer,
    brief: [
      'address',
      'score',
      'recommendation.action',
      'blocked',
      'sanctions.status',
      'mixer',
      'observedShare',
      'balanceUsdc',
      'observedAt',
      'missing',
    ],
    example: exampleWalletScore,
    deadlineMs,
    needs: { network: true, alsoUses: lists },
    async run({ path: { address: text } }, context) {
      if (!parts || !reports) throw new Problem('offer_unavailable', 'This service is not connected to any network.', { retryAfter: 60 })
      const { chains, signal } = context
      const { sources } = parts
      const address = await readSubject(text, 'path.address', context)
      const { report, cached } = await reports.of(address, context)
      const others = largestCounterparties(report).map((one) => one.address)
      const listed = await readSanctionLabels(others, sources.sanctions, signal)
      const labelsOf = ({ address: one, networks }: Counterparty): readonly Label[] => {
        const known = networks.flatMap((network) => parts.labels.of(network, one))
        return distinct([...[listed?.get(one) ?? []].flat(), ...known])
      }
      return answer(walletBody({ report, cached, chains, sources, labelsOf }))
    },
  })
}

/** An address may be known by the same name on several networks. */
function distinct(labels: readonly Label[]): Label[] {
  return [...new Map(labels.map((one) => [`${one.kind} ${one.name}`, one])).values()]
}
