import { answerMeta, z } from '../../../src/goods/door.ts'
import {
  baseUnits,
  evmAddress,
  foreignText,
  identifier,
  isoTime,
  networkId,
  quantity,
  score,
  share,
  statistic,
  text,
  uri,
  usdDecimal,
} from '../../../src/goods/kit/answers.ts'

const action = z.enum(['pay', 'ask', 'do_not_pay'])
const reasons = z.array(z.object({ code: identifier, detail: text }))

const fault = z.object({
  code: identifier,
  severity: z.enum(['error', 'warning', 'note']),
  field: identifier.nullable(),
  received: foreignText.nullable().describe('What the seller sent there, cleaned and short'),
  detail: text,
  fix: text.describe('What the seller changes'),
})

const offer = z.object({
  id: identifier.describe('Its place in the 402, such as x402-v2[0]'),
  protocol: z.enum(['x402-v2', 'x402-v1', 'mpp', 'l402']),
  scheme: foreignText.nullable(),
  network: networkId.nullable(),
  networkName: text.nullable(),
  testNetwork: z.boolean().nullable(),
  asset: evmAddress.nullable(),
  canonicalToken: z.boolean().nullable().describe("Whether the asset is the network's USDC; null where that is not known"),
  domain: z.object({ name: foreignText.nullable(), version: foreignText.nullable() }).nullable(),
  domainRight: z
    .boolean()
    .nullable()
    .describe('Whether a signature in this EIP-712 domain verifies; null where none is needed or it is not known'),
  amountBaseUnits: baseUnits.nullable(),
  priceUsd: usdDecimal.nullable().describe('Only for USDC'),
  payTo: evmAddress.nullable(),
  maxTimeoutSeconds: quantity.nullable(),
  resourceUrl: uri.nullable(),
  expiresAt: isoTime.nullable(),
  action,
  reasons,
  faults: z.array(fault),
})

const payee = z.object({
  address: evmAddress,
  sanctions: z.enum(['clean', 'listed', 'unknown']),
  lists: z.array(identifier),
  score: score.nullable(),
  tier: identifier.nullable(),
  observedShare: share.nullable().describe('Share of the parts of the score that could be observed'),
})

export const check402Answer = z.object({
  url: uri.nullable().describe('The address that answered'),
  status: statistic.nullable().describe('HTTP status'),
  advice: z.object({
    action,
    maxUsd: usdDecimal.nullable().describe('Pay up to this; null unless the action is pay'),
    offer: identifier.nullable().describe('The offer to pay'),
    reasons,
  }),
  offers: z.array(offer),
  faults: z.array(fault).describe('Of the answer as a whole'),
  payees: z.array(payee),
  meta: answerMeta,
})

export type Check402Body = z.input<typeof check402Answer>
