import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { ToolSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { facts } from '../discovery/facts.fixture.ts'
import { offerTool } from './tool-definitions.ts'

const tools = facts.offers.map((offer) => offerTool(offer, 25))
const validator = new AjvJsonSchemaValidator()

test.each(tools.map((tool) => [tool.offer.id, tool] as const))(
  '%s is a tool that every client takes',
  (_, { offer, input, definition }) => {
    expect(ToolSchema.safeParse(definition).error).toBeUndefined()
    expect(definition.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    const takes = validator.getValidator(definition.inputSchema)
    expect(takes(input.example).errorMessage).toBeUndefined()
    const gives = validator.getValidator(definition.outputSchema!)
    expect(gives(JSON.parse(JSON.stringify(offer.example.answer))).errorMessage).toBeUndefined()
    // The official client also checks the terms against it, where a call may return terms.
    expect(gives({ x402Version: 2, error: 'Payment required', accepts: [] }).valid).toBe(offer.access.kind !== 'free')
    expect(gives({ anything: 'else' }).valid).toBe(false)
  },
)

test('its description says what a call costs', () => {
  const described = Object.fromEntries(tools.map(({ definition }) => [definition.name, definition.description]))
  expect(described['market-rates']).toMatch(/ Free\.$/)
  expect(described['settlement-estimate']).toMatch(/ 25 free calls a day, then \$0\.0075 a call\.$/)
  expect(described['summary']).toMatch(/ \$0\.02 a call\.$/)
})

test('its description has the sentences of a purpose that fit, or the parts of the first one, and never half a word', () => {
  const [{ offer }] = tools as [(typeof tools)[number]]
  const describedAs = (purpose: string) => offerTool({ ...offer, purpose }, 25).definition.description
  const short = 'Reads the tides of a harbour.'
  expect(describedAs(short)).toBe(`${short} Free.`)
  expect(describedAs(`${short} ${'And more of it. '.repeat(8).trimEnd()}`)).toMatch(
    /^Reads the tides of a harbour\.(?: And more of it\.){5} Free\.$/,
  )
  expect(describedAs(`What is known of a harbour: ${'tides, winds, ships, '.repeat(8)}and all`)).toMatch(/(?:tides|winds|ships) … Free\.$/)
})

test('the arguments are shown without what a refusal says, and the schema that the terms carry is whole', () => {
  const [{ offer }] = tools as [(typeof tools)[number]]
  const query = z.object({
    symbol: z
      .string()
      .regex(/^[A-Z]+$/)
      .max(9),
    day: z.string().max(9).optional().describe('a day'),
    size: z.int().min(1).max(9).default(5),
    engine: z.literal('embedded').optional(),
    when: z.union([z.iso.date(), z.iso.datetime()]).optional().describe('a day or a time'),
  })
  const made = offerTool(
    { ...offer, method: 'GET', path: null, query, body: null, example: { ...offer.example, query: { symbol: 'BTC', day: '1' } } },
    25,
  )
  expect(made.definition.inputSchema).toEqual({
    type: 'object',
    properties: {
      symbol: { type: 'string', examples: ['BTC'] },
      day: { type: 'string', description: 'a day' },
      size: { type: 'integer' },
      when: { type: 'string', description: 'a day or a time' },
      detail: { type: 'string', enum: ['brief'] },
    },
    required: ['symbol'],
  })
  expect(made.input.schema).toMatchObject({ properties: { symbol: { pattern: '^[A-Z]+$' }, size: { maximum: 9, default: 5 } } })
})

test('an answer that need not be an object has no schema, since it could not be structured content', () => {
  const [{ offer }] = tools as [(typeof tools)[number]]
  expect(offerTool({ ...offer, answer: z.array(z.string()) }, 25).definition).not.toHaveProperty('outputSchema')
  expect(offerTool({ ...offer, answer: z.union([z.object({}), z.string()]) }, 25).definition).not.toHaveProperty('outputSchema')
})
