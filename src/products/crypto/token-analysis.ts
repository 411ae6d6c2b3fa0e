import { z } from 'zod'
import type { Chain, Chains } from '../../chain/chain.ts'
import { answer, fixedPrice, offer, uncharged } from '../../offer.ts'
import type { Hex } from '../../shared/bytes.ts'
import { Problem } from '../../shared/problems.ts'
import { observeToken } from './observe-token.ts'
import { tellToken, tokenAnalysis as answerSchema } from './token-answer.ts'
import { usdcOnBase } from './token-example.ts'

const path = z.object({
  address: z
    .string()
    .regex(/^0x[a-fA-F0-9]{40}$/, 'an EVM address: 0x and 40 hex digits')
    .transform((text) => text.toLowerCase() as Hex)
    .describe('Address of the token contract'),
})

const query = z.object({
  network: z
    .string()
    .regex(/^[a-zA-Z0-9:-]{1,40}$/, 'a CAIP-2 id such as eip155:8453, or a name such as base')
    .optional()
    .describe('CAIP-2 id or name of the network; the first enabled one if not given'),
})

/** What plain JSON-RPC tells about a token contract. An address without a contract is answered and not charged. */
export const tokenAnalysis = offer({
  id: 'token-analysis',
  route: 'GET /v1/crypto/token-analysis/{address}',
  access: fixedPrice('0.15'),
  title: 'Token analysis',
  purpose:
    'Run before buying or accepting an unknown token: what its contract is, who owns it, whether its code can be replaced, and what its owner may do to holders.',
  path,
  query,
  answer: answerSchema,
  example: usdcOnBase,
  available: ({ chains }) => (chains.size === 0 ? 'disabled' : 'available'),
  async run({ path: { address }, query: { network } }, { chains, sources, clock, signal }) {
    const chain = chooseChain(chains, network)
    const observed = await observeToken(chain, address, signal)
    const body = tellToken(observed, { address, network: chain.network, now: clock.now(), simulated: sources.simulated })
    return body.isContract ? answer(body) : uncharged(body, 'no_contract_code')
  },
})

/** @throws Problem `unsupported_network` */
function chooseChain(chains: Chains, asked: string | undefined): Chain {
  const enabled = [...chains.values()]
  const wanted = asked?.toLowerCase()
  const chosen = wanted === undefined ? enabled[0] : enabled.find(({ network }) => network.id === wanted || network.slug === wanted)
  if (chosen) return chosen
  throw new Problem('unsupported_network', 'This network is not enabled here.', {
    field: 'query.network',
    expected: `one of ${enabled.map(({ network }) => `${network.id} (${network.slug})`).join(', ')}`,
  })
}
