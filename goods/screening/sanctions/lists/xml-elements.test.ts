import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allAt, oddElement, textAt, textsAt, xmlElements } from './xml-elements.ts'

function elementsOf(text: string, pieceBytes = 1_000_000) {
  const bytes = Buffer.from(text)
  const chunks: Uint8Array[] = []
  for (let start = 0; start < bytes.length; start += pieceBytes) chunks.push(bytes.subarray(start, start + pieceBytes))
  let head = ''
  const elements = [...xmlElements(chunks, { root: 'list', elements: ['one', 'other'], head: (text) => (head = text) })]
  const found = elements.filter((element) => element !== null)
  return {
    head,
    elements: found.filter((element) => element !== oddElement),
    odd: found.filter((element) => element === oddElement).length,
  }
}

const list = (inside: string) => `<?xml version="1.0"?>\n<list made="today">${inside}</list>\n`

test('yields elements with their texts, in order, and the head before them', () => {
  const { head, elements } = elementsOf(
    list('<when>now</when><one><a>1</a><b x="<"><c>2</c><c>3</c></b><d/></one><!-- no --><other>text</other><oneness>no</oneness>'),
  )
  expect(head).toContain('<list made="today"><when>now</when>')
  expect(elements.map(({ name }) => name)).toEqual(['one', 'other'])
  const [one] = elements
  expect([textAt(one?.content, 'a'), textsAt(one?.content, 'b', 'c'), textAt(one?.content, 'd'), textAt(one?.content, 'nothing')]).toEqual([
    '1',
    ['2', '3'],
    '',
    '',
  ])
  expect(allAt(one?.content, 'b', 'c')).toHaveLength(2)
})

test('decodes escaped characters, and expands nothing else', () => {
  const { elements } = elementsOf(list('<one><a>&lt;&amp;&apos;&#233;&#x439;&#0;&unknown;</a><b><![CDATA[a < b & c]]></b></one>'))
  expect([textAt(elements[0]?.content, 'a'), textAt(elements[0]?.content, 'b')]).toEqual(["<&'éй&unknown;", 'a < b & c'])
})

test('the pieces of the document do not change the rows', () => {
  const text = list(`<one><a>Журавлёв &amp; Söhne</a></one>${'<other><b>محمد</b></other>'.repeat(3)}`)
  const whole = elementsOf(text).elements
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (pieceBytes) => {
      expect(elementsOf(text, pieceBytes).elements).toEqual(whole)
    }),
  )
})

describe('refuses', () => {
  test.each([
    ['a document that broke off', list('<one><a>1</a></one>').slice(0, -9)],
    ['one that broke off within an element', '<list><one><a>1</a></one><one><a>'],
    ['another document', '<html><body><one></one></body></html>'],
    ['one without any of its elements', list('<three/>')],
    ['a document type', '<!DOCTYPE list [<!ENTITY a "b">]><list><one><a>&a;</a></one></list>'],
    ['no XML', '{"one":1}'],
    ['nothing', ''],
  ])('%s', (_, text) => expect(() => elementsOf(text)).toThrow('not understood: not_xml'))

  test('an element without end', () => {
    expect(() => elementsOf(list(`<one>${'x'.repeat(4_500_000)}`), 65_536)).toThrow('not understood: not_xml')
  })
})

test('special names such as __proto__ are only names', () => {
  const { elements } = elementsOf(list('<one><__proto__><a>1</a></__proto__><constructor>2</constructor></one>'))
  expect([textAt(elements[0]?.content, '__proto__', 'a'), textAt(elements[0]?.content, 'constructor')]).toEqual(['1', '2'])
  expect(({} as Record<string, unknown>)['a']).toBeUndefined()
})

test.each([
  ['members that are not closed', '<one><a>1</b></one>'],
  ['members that are closed twice', '<one></a></one>'],
  ['half a tag', '<one><a< b</one>'],
  ['endless depth', `<one>${'<a>'.repeat(50)}${'</a>'.repeat(50)}</one>`],
  ['no end tag', '<one><a>1</a>'],
  ['no start tag', '<a>1</a></one>'],
])('an element with %s is odd, and takes no other away', (_, inside) => {
  const other = (text: string) => `<other><b>${text}</b></other>`
  const { elements, odd } = elementsOf(list(`${other('before')}${inside}${other('after')}`), 50)
  expect([elements.map(({ content }) => textAt(content, 'b')), odd]).toEqual([['before', 'after'], 1])
  const last = elementsOf(list(`${other('before')}${inside}`), 50)
  expect([last.elements.map(({ content }) => textAt(content, 'b')), last.odd]).toEqual([['before'], 1])
})
