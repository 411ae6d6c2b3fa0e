import { UpstreamGarbage } from '../../../net/upstream-errors.ts'
import { textPieces } from './text-pieces.ts'

/** One element with what is in it. */
export interface XmlElement {
  readonly name: string
  readonly content: XmlNode
}

/** An element's content: text, or members by name, each one or several. */
export type XmlNode = unknown

export interface XmlShape {
  /** Name of the outermost element: the document must end with its end. */
  readonly root: string
  /** Elements that are handed over one by one. They don't hold elements of the same name. */
  readonly elements: readonly string[]
  /** Gets all that stands before the first of them. */
  head(text: string): void
}

/** Longer than anything between two elements, and than any one of them. */
const longestElement = 4_000_000
const deepest = 16

/**
 * The elements of a long document, each parsed when it is its turn; null after a piece that brought none. The document is
 * never held as a whole.
 * @throws UpstreamGarbage `not_xml` for what is no such document, or only a part of one.
 */
export function* xmlElements(chunks: readonly Uint8Array[], { root, elements, head }: XmlShape): Generator<XmlElement | null, void> {
  const start = new RegExp(`<(${elements.join('|')})(?=[\\s>])`, 'g')
  let text = ''
  let headSeen = false
  for (const piece of textPieces(chunks)) {
    text += piece
    start.lastIndex = 0
    let done = 0
    for (let found = start.exec(text); found; found = start.exec(text)) {
      const [, name = ''] = found
      const end = text.indexOf(`</${name}>`, found.index)
      if (end < 0) break
      if (!headSeen) checkHead(text.slice(0, found.index), head)
      headSeen = true
      done = end + name.length + 3
      start.lastIndex = done
      yield { name, content: parse(text.slice(found.index, done), name) }
    }
    text = text.slice(done)
    if (text.length > longestElement) throw new UpstreamGarbage('not_xml')
    yield null
  }
  if (!headSeen || !new RegExp(`</${root}>\\s*$`).test(text)) throw new UpstreamGarbage('not_xml')
}

function checkHead(text: string, head: (text: string) => void): void {
  // These documents have no document type, and without one there are no entities to expand.
  if (/<!DOCTYPE|<!ENTITY/i.test(text) || !/^\s*(?:<\?xml version="1\.[01]"|<[A-Za-z])/.test(text)) throw new UpstreamGarbage('not_xml')
  head(text)
}

/** A start or end of an element, a comment, or text that is taken as it stands. What else begins with `<!` is refused. */
const markup = /<(\/?)([A-Za-z_][\w.:-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|</g

/**
 * Texts and members of one element; attributes are left out. Written for millions of small elements: a parser for all of
 * XML takes ten times as long, and these documents use no more of it.
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
      if (open.length > deepest) throw new UpstreamGarbage('not_xml')
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

/** Everything that stands at a path of names below an element, in order. */
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

/** The texts at a path, empty ones left out. */
export function textsAt(node: XmlNode, ...path: readonly string[]): string[] {
  return allAt(node, ...path).flatMap((one) => (typeof one === 'string' && one !== '' ? [decodeEntities(one)] : []))
}

/** The first text at a path; empty where there is none. */
export function textAt(node: XmlNode, ...path: readonly string[]): string {
  return textsAt(node, ...path)[0] ?? ''
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The five entities that XML has of itself, and characters by number. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
