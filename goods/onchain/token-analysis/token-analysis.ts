import { answer, type AnyOffer, fixedPrice, offer, Problem, uncharged, z } from '../../../src/goods/door.ts'
import { type Chain, type Chains, networkNamed } from '../../../src/goods/kit/evm.ts'
import { takeOffChain, type AddressOnChain } from '../addresses/identity/address-on-chain.ts'
import { createSubjectReader, subjectText } from '../addresses/identity/read-subject.ts'
import type { OnchainSources } from '../onchain-sources.ts'
import { minObservedShare, tokenBody } from './token-body.ts'
import { tokenAnswer } from './token-answer.ts'
import { usdcOnBase } from './token-example.ts'
import type { TokenReports } from './token-reports.ts'
import { noTokenContract } from './analyse-token.ts'

const query = z.object({
  chain: z
    .string()
    .regex(/^[a-zA-Z0-9:-]{1,40}$/, 'a CAIP-2 id such as eip155:8453, or a name such as base')
    .optional()
    .describe('CAIP-2 id or name; default: the first network'),
})

/** Analyses a token by its contract, its holders, its pools and a trial sale. Without reports it can only be described. */
export function tokenAnalysis(
  reports: TokenReports | null,
  { simulated, tokenPools }: Pick<OnchainSources, 'simulated' | 'tokenPools'>,
): AnyOffer {
  const readSubject = createSubjectReader()
  return offer({
    id: 'token-analysis',
    route: 'GET /v1/crypto/token-analysis/{address}',
    access: fixedPrice('0.15'),
    title: 'Token analysis',
    purpose:
      'Run before buying or accepting an unknown token: whether it can be sold again and at what tax, who owns it and may change it, who holds it, how deep its pools are, and a verdict.',
    restsOn: 'code, storage, events and a simulated purchase and sale, at one block; pools by DEX Screener where it is accepted',
    cannotKnow: 'what an owner will do with a power; conditions that only hold later',
    path: z.object({ address: subjectText.describe('The token contract, or an ENS name') }),
    query,
    answer: tokenAnswer,
    problems: [noTokenContract],
    brief: [
      'address',
      'network',
      'verdict',
      'observedShare',
      'observedAt',
      'token.symbol',
      'transferSimulation.honeypot',
      'transferSimulation.sellTaxPercent',
      'flags[].code',
      'flags[].severity',
    ],
    example: usdcOnBase,
    deadlineMs: 3_000,
    needs: { network: true, alsoUses: tokenPools ? [tokenPools.source] : [] },
    async run({ path: { address: text }, query: { chain: asked } }, context) {
      if (!reports) throw new Problem('offer_unavailable', 'This service is not connected to any network.', { retryAfter: 60 })
      const token = takeOffChain(text, 'path.address', context.chains)
      const chain = chooseChain(context.chains, asked, token)
      const address = await readSubject(token.text, 'path.address', context)
      const report = await reports.of(address, chain, context)
      const body = tokenBody(report, { address, network: chain.network, simulated })
      return body.observedShare < minObservedShare ? uncharged(body, 'too_little_observed', 'unknown') : answer(body)
    },
  })
}

/** @throws Problem `unsupported_network`; `invalid_input` where the address names another network than the query */
function chooseChain(chains: Chains, asked: string | undefined, { network: ofAddress }: AddressOnChain): Chain {
  const enabled = [...chains.values()]
  const wanted = asked === undefined ? ofAddress : networkNamed(asked)?.id
  if (ofAddress !== null && wanted !== ofAddress) {
    const expected = `${ofAddress}, as the address says, or an address without a network`
    throw new Problem('invalid_input', 'The address and the query name different networks.', { field: 'query.chain', expected })
  }
  const chosen = wanted === null ? enabled[0] : enabled.find(({ network }) => network.id === wanted)
  if (chosen) return chosen
  throw new Problem('unsupported_network', 'This network is not enabled here.', {
    field: 'query.chain',
    expected: `one of ${enabled.map(({ network }) => `${network.id} (${network.slug})`).join(', ')}`,
  })
}
