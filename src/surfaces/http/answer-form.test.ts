import { describe, expect, test } from 'vitest'
import { documentAnswer, type DocumentType } from '../../offers/document-answer.ts'
import { documentTypeAsked } from './accept-document.ts'
import { formOfAnswer } from './answer-form.ts'

const types: readonly DocumentType[] = ['image/png', 'image/svg+xml']
const pixels = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff)

function stored(more: object = {}, mimeType: DocumentType = 'image/png', bytes: Uint8Array = pixels) {
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify({ ...documentAnswer({ mimeType, bytes }), ...more })) }
}

function headersOf({ more }: { readonly more: readonly string[] }): Record<string, string> {
  return Object.fromEntries(more.flatMap((name, index) => (index % 2 === 0 ? [[name, more[index + 1] as string]] : [])))
}

describe('the form of an answer', () => {
  test('is JSON for callers who do not name the type of the document', () => {
    const answer = stored()
    for (const accept of [null, '*/*', 'application/json', 'application/pdf', 'image/webp', 'application/json, */*']) {
      expect(formOfAnswer(answer, { document: { types } }, { detail: 'full', accept })).toEqual({ ...answer, more: ['Vary', 'Accept'] })
    }
  })

  test('is the document for callers who name its type, with the other members in a header', () => {
    const sent = formOfAnswer(stored({ title: 'Grüße, 世界', count: 2 }), { document: { types } }, { detail: 'full', accept: 'image/*' })
    expect(sent.contentType).toBe('image/png')
    expect([...sent.body]).toEqual([...pixels])
    const rest = headersOf(sent)['X-Answer'] as string
    expect(rest).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(rest)).toEqual({ mimeType: 'image/png', bytes: 5, title: 'Grüße, 世界', count: 2 })
  })

  test('is the text of an SVG', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>é</text></svg>'
    const answer = stored({}, 'image/svg+xml', Buffer.from(svg))
    expect(JSON.parse(answer.body.toString())).toMatchObject({ data: svg, bytes: Buffer.byteLength(svg) })
    expect(Buffer.from(formOfAnswer(answer, { document: { types } }, { detail: 'full', accept: 'image/svg+xml' }).body).toString()).toBe(
      svg,
    )
  })

  test('is JSON where the document is of another type than the one that is asked for', () => {
    expect(formOfAnswer(stored(), { document: { types } }, { detail: 'full', accept: 'image/svg+xml' }).contentType).toBe(
      'application/json',
    )
  })

  test('leaves the longest members out of the header where proxies would refuse it, and names them', () => {
    const sent = formOfAnswer(
      stored({ short: 'kept', long: 'x'.repeat(3_000), longer: 'ä'.repeat(2_000) }),
      { document: { types } },
      { detail: 'full', accept: 'image/png' },
    )
    const rest = headersOf(sent)['X-Answer'] as string
    expect(rest.length).toBeLessThanOrEqual(3_000)
    expect(JSON.parse(rest)).toEqual({ mimeType: 'image/png', bytes: 5, short: 'kept', omitted: ['longer', 'long'] })
  })

  test('of an offer without documents is what is stored, whatever the caller accepts', () => {
    expect(formOfAnswer(stored(), {}, { detail: 'full', accept: 'image/png' })).toEqual({ ...stored(), more: [] })
  })
})

describe('an Accept header', () => {
  test.each<[string, boolean]>([
    ['image/png', true],
    ['IMAGE/PNG', true],
    ['image/*', true],
    ['text/html, image/png;q=0.5', true],
    ['image/png;q=0.5, application/json;q=0.5', true],
    ['application/json, image/png;q=0.9', false],
    ['image/*, image/png;q=0', false],
    ['image/png;q=0', false],
    ['image/png;q=x', false],
    ['image/pngx', false],
    ['*/*', false],
    ['', false],
    [`image/png,${'a'.repeat(1_000)}`, false],
  ])('%s', (accept, asked) => {
    expect(documentTypeAsked(accept, 'image/png')).toBe(asked)
  })
})
