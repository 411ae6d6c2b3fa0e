import { z } from '../door.ts'
import { dollars } from './price-text.ts'

/** A part of the call, from which its price is computed. */
const partOfCall = z
  .string()
  .regex(
    /^\/(?:path|query|body)(?:\/(?:[^/~]|~0|~1)*)*$/,
    'a JSON Pointer into the call, such as /body/addresses, /query/size or /path/port',
  )
  .max(500)
  .describe('A JSON Pointer (RFC 6901) into the call: /path/…, /query/… or /body/…')

/** Dollars for a million tokens, which may be zero: some models cost nothing for input. */
const perMillion = z
  .union([z.string(), z.number()])
  .refine((value) => /^(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/.test(String(value)), 'dollars with at most six decimal places, such as 0.15')
  .describe('Dollars for a million tokens')

const items = z
  .strictObject({
    of: partOfCall.describe('Where the list is. In a query or path it is text, with commas between its items.'),
    each: dollars.describe('Dollars for each item'),
  })
  .describe('So much for each item of a list')

const characters = z
  .strictObject({
    of: partOfCall.describe('Where the text is, or a list of texts'),
    each: dollars.describe('Dollars for so many characters as per says'),
    per: z.int().min(1).max(1_000_000).default(1_000).describe('Characters; a part of them costs as much as all'),
  })
  .describe('So much for each 1,000 characters of a text')

const table = z
  .strictObject({
    of: partOfCall.describe('Where the value is'),
    prices: z.record(z.string().min(1).max(100), dollars).refine((all) => Object.keys(all).length > 0, 'at least one value with its price'),
    otherwise: dollars.optional().describe('The price of any other value; without it, a call with another value is refused'),
  })
  .describe('A price for each value of a parameter')

const tokens = z
  .strictObject({
    models: z
      .record(z.string().min(1).max(200), z.strictObject({ input: perMillion, output: perMillion }))
      .refine((all) => Object.keys(all).length > 0, 'at least one model with its prices')
      .describe('Prices by the name of the model, which the member model of the body says; others are refused'),
    limit: z
      .enum(['max_tokens', 'max_completion_tokens', 'max_output_tokens'])
      .default('max_tokens')
      .describe('The member that bounds the output. Where a call has none, it is set to unlessGiven.'),
    unlessGiven: z.int().min(1).max(1_000_000).default(1_000).describe('Tokens of output, where the call does not bound them'),
    bytesPerToken: z.number().min(1).max(10).default(3).describe('Bytes of the body that are counted as one token of input'),
  })
  .describe('For language models: the tokens of input, and the most that there can be of output')

/** How the price of a call is computed from the call, before it is asked for. */
export const pricing = z
  .strictObject({
    items: items.optional(),
    characters: characters.optional(),
    table: table.optional(),
    tokens: tokens.optional(),
    least: dollars.optional().describe('A call that would cost less costs this'),
    most: dollars.optional().describe('A call that would cost more is refused; a table needs none'),
  })
  .refine(
    (rule) => [rule.items, rule.characters, rule.table, rule.tokens].filter((one) => one !== undefined).length === 1,
    'one of items, characters, table and tokens',
  )
  .refine((rule) => rule.table !== undefined || rule.most !== undefined, { path: ['most'], message: 'the most that a call may cost' })
  .refine(({ least, most }) => least === undefined || most === undefined || Number(least) <= Number(most), {
    path: ['least'],
    message: 'no more than most',
  })
  .describe('How the price of a call is computed from the call, instead of one price')

export type Pricing = z.output<typeof pricing>
