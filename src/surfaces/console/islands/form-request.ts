/** A call, as the form of an offer or the example describes it. */
export interface CallRequest {
  readonly method: string
  /** Below the service's address: `/v1/market/price/BTC?fiat=eur`. */
  readonly path: string
  readonly body: string | undefined
}

/** Reads the form of an offer. @throws Error that says which field holds no JSON */
export function requestOf(form: HTMLFormElement): CallRequest {
  const { callMethod: method = 'GET', template = '' } = form.dataset
  const path = new Map<string, string>()
  const query = new URLSearchParams()
  const body: Record<string, unknown> = {}
  let whole: unknown
  let takesBody = false
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)) continue
    const { name, value } = field
    const dot = name.indexOf('.')
    const [part, member] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)]
    if (part === 'body') takesBody = true
    if (value === '') continue
    if (part === 'path') path.set(member, value)
    if (part === 'query') query.append(member, value)
    if (part === 'body' && member === '') whole = valueOf(field.dataset['kind'], value, name)
    if (part === 'body' && member !== '') body[member] = valueOf(field.dataset['kind'], value, member)
  }
  const filled = template.replaceAll(/\{(\+?)(\w+)\}/g, (_, rest: string, name: string) => {
    const value = path.get(name) ?? ''
    return rest === '' ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/')
  })
  return {
    method,
    path: query.size === 0 ? filled : `${filled}?${query}`,
    body: takesBody ? JSON.stringify(whole ?? body) : undefined,
  }
}

function valueOf(kind: string | undefined, value: string, name: string): unknown {
  if (kind === 'text' || kind === undefined) return value
  try {
    return JSON.parse(value)
  } catch {
    throw new Error(`${name} does not hold ${kind === 'number' ? 'a number' : 'valid JSON'}.`)
  }
}
