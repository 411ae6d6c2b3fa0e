/** One scheme of an Authorization or WWW-Authenticate value (RFC 9110 section 11). */
export interface AuthScheme {
  /** As received; schemes are compared without case. */
  readonly scheme: string
  /** A credential in one piece (`Bearer abc`), or null. */
  readonly token: string | null
  /** Parameters by lower-case name, in their order. */
  readonly params: ReadonlyMap<string, string>
  /** A parameter came twice, or does not have the form name=value. */
  readonly broken: boolean
}

interface OpenScheme extends AuthScheme {
  token: string | null
  readonly params: Map<string, string>
  broken: boolean
}

const schemeStart = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:[ \t]+(?![ \t=])(.*))?$/s
const parameter = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^"\s]*))$/s
const token68 = /^[A-Za-z0-9._~+/-]+=*$/

/** Splits a header value with one or several schemes. Never throws; its work is linear in the length. */
export function parseAuthHeader(value: string): AuthScheme[] {
  const schemes: OpenScheme[] = []
  for (const element of splitOutsideQuotes(value)) {
    const start = schemeStart.exec(element)
    if (start) {
      const opened: OpenScheme = { scheme: start[1] ?? '', token: null, params: new Map(), broken: false }
      schemes.push(opened)
      const rest = start[2] ?? ''
      if (token68.test(rest)) opened.token = rest
      else if (rest !== '') addParameter(opened, rest)
    } else {
      const open = schemes.at(-1)
      if (open) addParameter(open, element)
    }
  }
  return schemes
}

/** A parameter with its value in quotes. Characters that no header can carry become question marks. */
export function quotedParameter(name: string, value: string): string {
  return `${name}="${value.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`
}

function addParameter(to: OpenScheme, text: string): void {
  const found = parameter.exec(text)
  const name = found?.[1]?.toLowerCase()
  if (!found || name === undefined || to.params.has(name)) {
    to.broken = true
    return
  }
  to.params.set(name, found[2] === undefined ? (found[3] ?? '') : unescape(found[2]))
}

/** Undoes quoted pairs, and the `\uXXXX` that mppx writes for characters beyond Latin-1. */
function unescape(text: string): string {
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/gs, (_, code: string | undefined, plain: string) =>
    code === undefined ? plain : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function splitOutsideQuotes(value: string): string[] {
  const elements: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < value.length; at++) {
    const character = value[at]
    if (quoted && character === '\\') at++
    else if (character === '"') quoted = !quoted
    else if (character === ',' && !quoted) {
      elements.push(value.slice(start, at))
      start = at + 1
    }
  }
  elements.push(value.slice(start))
  return elements.map((element) => element.trim()).filter((element) => element !== '')
}
