import { z } from '../../../src/goods/door.ts'
import { isAddress } from '../../../src/goods/kit/evm.ts'

const maxUrl = 2_048
const maxHeaders = 64
const maxHeaderValue = 65_536
const maxBody = 131_072
const maxKnownPayees = 10

const headerValue = z.string().max(maxHeaderValue)

/** Either a URL to ask, or the 402 that the caller got. */
export const check402Input = z
  .object({
    url: z.string().min(1).max(maxUrl).optional().describe('The paid address: we ask it, unless you give headers or body'),
    method: z.enum(['GET', 'POST']).optional().describe('How to ask it; default GET'),
    status: z.int().min(100).max(599).optional().describe('Of your answer; default 402'),
    headers: z
      .record(z.string(), z.union([headerValue, z.array(headerValue).max(16)]))
      .refine((headers) => Object.keys(headers).length <= maxHeaders, `at most ${maxHeaders} headers`)
      .optional()
      .describe('Of your answer'),
    body: z
      .union([z.string().max(maxBody), z.record(z.string(), z.unknown())])
      .optional()
      .describe('Of your answer: text or JSON'),
    knownPayees: z
      .array(z.string().refine(isAddress, 'an address: 0x and 40 hex digits'))
      .max(maxKnownPayees)
      .optional()
      .describe('Payees of this seller that you know'),
    maxUsd: z
      .string()
      .regex(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/, 'dollars such as 0.05, with at most six decimal places')
      .optional()
      .describe('What you pay at most'),
  })
  .refine(({ url, headers, body }) => url !== undefined || headers !== undefined || body !== undefined, {
    message: 'url, or headers and body of the 402 that you got',
    path: ['url'],
  })

export type Check402Input = z.output<typeof check402Input>
