import { usd, z } from '../../../src/goods/door.ts'
import { AmountError } from '../../../src/goods/kit/answers.ts'
import { networks } from '../../../src/goods/kit/evm.ts'
import { readPollCursor } from './poll-cursor.ts'
import type { TransferPosition } from './read-large-transfers.ts'

const maxTransfers = 100
const defaultTransfers = 50

const momentHint = 'unix seconds, or an ISO time with its zone such as 2026-11-22T00:00:00Z'
const moment = z
  .union([z.iso.datetime({ offset: true }), z.string().regex(/^\d{1,11}$/)], { error: momentHint })
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1_000)))

const dollarsHint = 'dollars as a plain decimal number such as 1000000'
const dollars = z.string(dollarsHint).transform((text, context) => {
  try {
    return usd(text)
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    context.addIssue({ code: 'custom', message: dollarsHint })
    return z.NEVER
  }
})

const limitHint = `a whole number from 1 to ${maxTransfers}`
const pollHint = 'the "nextPoll" of an earlier answer, unchanged'
const cursorHint = 'the "nextCursor" of the previous page'

export const whaleQuery = z.object({
  chain: z
    .string()
    .regex(/^[a-zA-Z0-9:-]{1,40}$/, 'a CAIP-2 id such as eip155:8453, or a name such as base')
    .optional()
    .describe('CAIP-2 id or name; all indexed networks if not given'),
  min: dollars
    .optional()
    .describe('The smallest USDC transfers to list, in dollars; not below what is indexed. Other tokens are left out then'),
  since: moment.optional().describe(momentHint),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, limitHint)
    .transform(Number)
    .refine((count) => count <= maxTransfers, limitHint)
    .default(defaultTransfers)
    .describe(`${limitHint}; ${defaultTransfers} if not given`),
  cursor: z
    .string()
    .regex(/^\d{1,11}-\d{1,15}-\d{1,9}-\d{1,12}$/, cursorHint)
    .transform((text, context) => {
      const position = positionIn(text)
      if (position) return position
      context.addIssue({ code: 'custom', message: cursorHint })
      return z.NEVER
    })
    .optional()
    .describe(cursorHint),
  poll: z
    .string()
    .transform((text, context) => {
      const positions = readPollCursor(text)
      if (positions) return positions
      context.addIssue({ code: 'custom', message: pollHint })
      return z.NEVER
    })
    .optional()
    .describe(`${pollHint}: what is new since, oldest first`),
})

function positionIn(cursor: string): TransferPosition | null {
  const [at = '', blockNumber = '', logIndex = '', chainId = ''] = cursor.split('-')
  const network = networks.find((one) => one.chainId === Number(chainId))
  return network ? { at: BigInt(at), blockNumber: BigInt(blockNumber), logIndex: BigInt(logIndex), network: network.id } : null
}

/** The position of a transfer as text, for the `nextCursor` of the page that ends with it. */
export function cursorOf({ at, blockNumber, logIndex, network }: TransferPosition): string {
  return `${at}-${blockNumber}-${logIndex}-${network.slice('eip155:'.length)}`
}
