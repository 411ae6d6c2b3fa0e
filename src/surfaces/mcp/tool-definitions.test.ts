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
  expect(described['settlement-estimate']).toContain(
    'The first 25 calls a day of tools with a quota are free, without a wallet; then $0.0075',
  )
  expect(described['summary']).toContain('Costs $0.02 in USDC a call')
  expect(described['summary']).toContain("A wallet's first call is free.")
  expect(described['token-analysis']).not.toContain('first call')
})

test('an answer that need not be an object has no schema, since it could not be structured content', () => {
  const [{ offer }] = tools as [(typeof tools)[number]]
  expect(offerTool({ ...offer, answer: z.array(z.string()) }, 25).definition).not.toHaveProperty('outputSchema')
  expect(offerTool({ ...offer, answer: z.union([z.object({}), z.string()]) }, 25).definition).not.toHaveProperty('outputSchema')
})
