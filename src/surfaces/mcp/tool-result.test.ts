import { expect, test } from 'vitest'
import { z } from 'zod'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { GateOutcome } from '../../gate/outcome.ts'
import { documentAnswer, documentMembers, type DocumentType } from '../../offers/document-answer.ts'
import { free, offer } from '../../offers/offer.ts'
import { offerTool } from './tool-definitions.ts'
import { answerResult } from './tool-result.ts'

const types = ['image/png', 'image/svg+xml', 'application/pdf'] as const
const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')

function toolFor(mimeType: (typeof types)[number]) {
  const made = { ...documentAnswer({ mimeType, bytes }), title: 'A picture' }
  return offerTool(
    offer({
      id: 'picture',
      route: 'GET /v1/picture',
      access: free,
      title: 'A picture',
      purpose: 'Shows one.',
      document: { types },
      brief: { none: 'its answer is a picture' },
      answer: z.object({ ...documentMembers(types), title: z.string() }),
      example: { answer: made },
      run: () => Promise.reject(new Error('it is not called')),
    }),
    25,
  )
}

function resultFor(mimeType: (typeof types)[number]) {
  const body = Buffer.from(JSON.stringify({ ...documentAnswer({ mimeType, bytes }), title: 'A picture' }))
  const outcome = { kind: 'answer', status: 200, contentType: 'application/json', body, payment: null, replay: false } satisfies GateOutcome
  return answerResult(toolFor(mimeType), outcome, 'full', 'https://example.com')
}

test('a picture is image content, and what is said about it is structured', () => {
  const { content, structuredContent } = resultFor('image/png')
  const rest = { mimeType: 'image/png', bytes: bytes.length, title: 'A picture' }
  expect(content).toEqual([
    { type: 'text', text: JSON.stringify(rest) },
    { type: 'image', mimeType: 'image/png', data: bytes.toString('base64') },
  ])
  expect(structuredContent).toEqual(rest)
})

test('an SVG and a PDF are embedded resources, as text and in base64', () => {
  const uri = 'farthing://answers/picture'
  expect(resultFor('image/svg+xml').content[1]).toEqual({
    type: 'resource',
    resource: { uri, mimeType: 'image/svg+xml', text: bytes.toString() },
  })
  expect(resultFor('application/pdf').content[1]).toEqual({
    type: 'resource',
    resource: { uri, mimeType: 'application/pdf', blob: bytes.toString('base64') },
  })
})

test.each(types)(
  'the result for %s is one that clients take, and fits the schema of its tool',
  (type: DocumentType & (typeof types)[number]) => {
    const result = resultFor(type)
    expect(CallToolResultSchema.safeParse(result).error).toBeUndefined()
    const { outputSchema } = toolFor(type).definition
    expect(Object.keys(outputSchema?.properties ?? {}).toSorted()).toEqual(Object.keys(result.structuredContent ?? {}).toSorted())
    expect(outputSchema?.required).toEqual(['mimeType', 'bytes', 'title'])
  },
)
