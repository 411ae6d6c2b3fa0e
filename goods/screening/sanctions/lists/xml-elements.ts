import { UpstreamGarbage } from '../../../../src/goods/kit/http.ts'
import { textPieces } from './text-pieces.ts'

/** One element with its content. */
export interface XmlElement {
  readonly name: string
  readonly content: XmlNode
}

/** In the place of an element that could not be read. */
export const oddElement = 'odd'

/** An element's content: text, or members by name, each one or several. */
export type XmlNode = unknown

export interface XmlShape {
  /** Name of the outermost element. The document must end with its end tag. */
  readonly root: string
  /** Elements that are yielded one by one. They do not contain elements of the same name. */
  readonly elements: readonly string[]
  /** Receives the text before the first of them. */
  head(text: string): void
}

/** Longer than any element, and than any text between two elements. */
const maxElementLength = 4_000_000
const maxDepth = 16
/** Parsed in about half a millisecond. */
const pieceBytes = 65_536

/**
 * Yields the elements of a long document, each parsed when it is reached, and null after each piece. `oddElement` comes for an element
 * with broken markup, or without its start or end tag. The document is never held in memory as one text.
 * @throws UpstreamGarbage `not_xml` for another document, or only a part of one.
 */
export function* xmlElements(chunks: readonly Uint8Array[], shape: XmlShape): Generator<XmlElement | typeof oddElement | null, void> {
  const cut = createCutter(shape)
  let text = ''
  for (const piece of textPieces(chunks, pieceBytes)) {
    text += piece
    cut.from = 0
    for (let element = cut.next(text); element; element = cut.next(text)) yield element
    text = text.slice(cut.from)
    if (text.length > maxElementLength) throw new UpstreamGarbage('not_xml')
    yield null
  }
  if (!cut.headSeen || !new RegExp(`</${shape.root}>\\s*$`).test(text)) throw new UpstreamGarbage('not_xml')
  for (let odd = cut.countOdd(text); odd > 0; odd--) yield oddElement
}

interface Cutter {
  /** Where the text begins from which nothing was cut. */
  from: number
  headSeen: boolean
  /** The next element in the text; null where none ends in it. */
  next(text: string): XmlElement | typeof oddElement | null
  /** How many elements in a text have only one of their tags. */
  countOdd(text: string): number
}

function createCutter({ elements, head }: XmlShape): Cutter {
  const start = new RegExp(`<(${elements.join('|')})(?=[\\s>])`, 'g')
  const tag = new RegExp(`</?(?:${elements.join('|')})(?=[\\s>])`, 'g')
  const cutter: Cutter = {
    from: 0,
    headSeen: false,
    next(text) {
      start.lastIndex = cutter.from
      const found = start.exec(text)
      if (!found) return null
      const [, name = ''] = found
      // The start tag of this element is missing: only its end was there.
      if (cutter.headSeen && cutter.countOdd(text.slice(cutter.from, found.index)) > 0) {
        cutter.from = found.index
        return oddElement
      }
      const end = text.indexOf(`</${name}>`, found.index)
      const nextStart = start.exec(text)?.index ?? -1
      if (end < 0 && nextStart < 0) return null
      if (!cutter.headSeen) checkHead(text.slice(0, found.index), head)
      cutter.headSeen = true
      // The next element begins before this one has ended.
      const isOpen = nextStart >= 0 && (end < 0 || nextStart < end)
      cutter.from = isOpen ? nextStart : end + name.length + 3
      return isOpen ? oddElement : readElement(text.slice(found.index, cutter.from), name)
    },
    countOdd: (text) => text.match(tag)?.length ?? 0,
  }
  return cutter
}

function readElement(text: string, name: string): XmlElement | typeof oddElement {
  try {
    return { name, content: parse(text, name) }
  } catch (error) {
    if (error instanceof UpstreamGarbage) return oddElement
    throw error
  }
}

function checkHead(text: string, head: (text: string) => void): void {
  // These documents have no document type, and without one there are no entities to expand.
  if (/<!DOCTYPE|<!ENTITY/i.test(text) || !/^\s*(?:<\?xml version="1\.[01]"|<[A-Za-z])/.test(text)) throw new UpstreamGarbage('not_xml')
  head(text)
}

/** A start or end tag, a comment, or a CDATA section. Anything else that begins with `<!` is refused. */
const markup = /<(\/?)([A-Za-z_][\w.:-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|</g

/**
 * The texts and members of one element, without attributes. Written for millions of small elements: a full XML parser takes ten
 * times as long, and these documents use only this subset.
 */
function parse(element: string, name: string): XmlNode {
  const open: { readonly name: string; readonly node: Record<string, unknown>; text: string; members: number }[] = []
  let current = { name: '', node: emptyNode(), text: '', members: 0 }
  let from = 0
  for (const found of element.matchAll(markup)) {
    const [whole, end, tag, rest = '', verbatim] = found
    current.text += element.slice(from, found.index)
    from = found.index + whole.length
    if (verbatim !== undefined) current.text += verbatim.replaceAll('&', '&amp;')
    else if (whole === '<') throw new UpstreamGarbage('not_xml')
    else if (tag === undefined) continue
    else if (end === '/') {
      const parent = open.pop()
      if (!parent || tag !== current.name) throw new UpstreamGarbage('not_xml')
      put(parent, tag, current.members === 0 ? current.text.trim() : current.node)
      current = parent
    } else if (rest.endsWith('/')) put(current, tag, '')
    else {
      if (open.length > maxDepth) throw new UpstreamGarbage('not_xml')
      open.push(current)
      current = { name: tag, node: emptyNode(), text: '', members: 0 }
    }
  }
  if (open.length > 0) throw new UpstreamGarbage('not_xml')
  return current.node[name]
}

function emptyNode(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}

function put(parent: { readonly node: Record<string, unknown>; members: number }, name: string, value: unknown): void {
  const before = parent.node[name]
  if (before === undefined) parent.node[name] = value
  else if (Array.isArray(before)) before.push(value)
  else parent.node[name] = [before, value]
  parent.members++
}

/** All nodes at a path of names below an element, in order. */
export function allAt(node: XmlNode, ...path: readonly string[]): XmlNode[] {
  let nodes: XmlNode[] = [node]
  for (const name of path) {
    nodes = nodes.flatMap((one) => {
      const child = typeof one === 'object' && one !== null ? (one as Record<string, unknown>)[name] : undefined
      return child === undefined ? [] : Array.isArray(child) ? (child as unknown[]) : [child]
    })
  }
  return nodes
}

/** The non-empty texts at a path. */
export function textsAt(node: XmlNode, ...path: readonly string[]): string[] {
  return allAt(node, ...path).flatMap((one) => (typeof one === 'string' && one !== '' ? [decodeEntities(one)] : []))
}

/** The first text at a path; empty without one. */
export function textAt(node: XmlNode, ...path: readonly string[]): string {
  return textsAt(node, ...path)[0] ?? ''
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the five predefined entities of XML, and characters by number. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
