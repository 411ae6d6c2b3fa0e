import { z } from 'zod'
import { paymentStates } from '../../../operate/report/report-lines.ts'
import { isReceiptId } from '../../../shared/ids.ts'

/** What the inputs and answers of several calls have in common. */

export const receipt = z
  .string()
  .refine(isReceiptId, 'must be a receipt of 32 hexadecimal digits')
  .describe('Receipt: 32 hexadecimal digits')
export const offerId = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'must be the id of an offer')
  .describe('Id of an offer')
export const networkId = z
  .string()
  .regex(/^[a-z0-9-]{1,16}:[A-Za-z0-9-]{1,40}$/, 'must be a network such as eip155:8453')
  .describe('CAIP-2 network')
export const wallet = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.string().regex(/^0x[0-9a-f]{40}$/, 'must be 0x and 40 hexadecimal digits'))
export const state = z.enum(paymentStates as unknown as [string, ...string[]]).describe('State of a payment')
export const usdc = z.string().describe('USDC, as decimal text')
export const time = z.string().describe('A time in ISO 8601')

/** A moment in a query, as milliseconds. */
export const moment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)) && Date.parse(text) >= 0, 'must be a time such as 2026-03-01 or 2026-03-01T12:00:00Z')
  .transform((text) => Date.parse(text))

export const pageSize = z.coerce.number().int().min(1).max(1_000).default(50).describe('Rows of a page')

export const dryRun = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
  .default(false)
  .describe('Only says what would be done')

export const listedPayment = z.object({
  receipt: z.string(),
  at: time,
  state: z.string(),
  reason: z.string().nullable(),
  offer: z.string(),
  usdc,
  network: z.string(),
  protocol: z.string(),
  payer: z.string(),
  transaction: z.string().nullable(),
})
