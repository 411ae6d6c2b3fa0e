import type { SeenCall } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'

/** How the response of an HTTP server is called, in any framework. */
const responseName = String.raw`\??(?:\{\}\.)?(?:res|resp|response|rsp|this\.res|(?:ctx|context|c)\.res(?:ponse)?|raw)`

/** Paths of methods of a response. */
export function onResponse(methods: string): RegExp {
  return new RegExp(`^${responseName}\\.(?:${methods})$`)
}

/** Paths of calls of modules, however they were imported: `onModule('fs', 'readFile|open')`. */
export function onModule(modules: string, functions: string): RegExp {
  return new RegExp(`^\\??(?:${modules})(?:\\.default|\\.promises|\\(\\))?\\.(?:${functions})$`)
}

/** Verbs of routes: `app.get('/x', handler)`. */
const routing = /\.(?:get|post|put|patch|delete|del|all|use|options|head|param)$/
const clients = /^\??(?:request|axios|superagent|https?|needle|got|fetch|\$|jQuery|map|cache)\b/
const listening = /(?:^|\.)(?:addEventListener|on|once|addListener)$/

/** The path of a parameter of a handler: of routes, servers and events. Null where the name of the parameter is all that is known. */
export function handlerParameter(call: SeenCall, index: number, names: readonly (string | null)[]): string | null {
  const [first = null, second = null] = names
  if (routing.test(call.path) && !clients.test(call.path)) {
    if (/^(?:ctx|context|c|request)$/.test(first ?? '') && second !== 'response' && second !== 'res') return null
    const isForErrors = names.length === 4
    if (names.length < 2 || (!isForErrors && /^(?:e|er|err|error)$/.test(first ?? ''))) return null
    return (isForErrors ? ['?err', '?req', '?res', '?next'] : ['?req', '?res', '?next'])[index] ?? null
  }
  if (/(?:^|\.)createServer$/.test(call.path)) return names.length === 2 ? (['?req', '?res'][index] ?? null) : null
  if (call.path.endsWith('.parse') && names.length === 3 && (first ?? '').startsWith('e'))
    return [null, '?req.body', '?req.files'][index] ?? null
  return listening.test(call.path) ? eventParameter(call, index, names.length) : null
}

function eventParameter(call: SeenCall, index: number, count: number): string | null {
  const event = call.args[0]?.value.text ?? ''
  if (event === 'request' && count === 2) return ['?req', '?res'][index] ?? null
  if (/^(?:file|part|field)$/.test(event) && /busboy|form|multiparty|pod/i.test(call.path)) return '?req.body'
  if (index > 0) return null
  if (event === 'entry') return /zip|tar|extract|archive|Parse|pipe\(/i.test(call.path) ? '?archiveEntry' : null
  if (call.path.endsWith('addEventListener')) return event === 'message' ? '?messageEvent' : null
  if (event === 'data' && /^\??(?:req|request|ctx\.req)\b/.test(call.path)) return '?req.body'
  if (
    /^\??(?:ws|wss|socket|client|conn(?:ection)?)\b/.test(call.path) &&
    !/^(?:connection|connect|close|disconnect|open|error|end|data|drain)$/.test(event)
  )
    return '?messageEvent.data'
  return null
}

/** Whether what is sent is known not to be HTML. */
export function sendsHtml(call: SeenCall): boolean {
  const type = call.receiver?.fields?.get('content-type')?.text
  return type === undefined || type === null || /html|^$/i.test(type)
}

/** The type of content that a call sets; null for calls that set something else. */
export function contentTypeOf(call: SeenCall): string | null {
  const [first, second] = call.args.map(({ value }) => value)
  if (/\.(?:type|contentType)$/.test(call.path)) return first?.text ?? null
  if (call.path.endsWith('.writeHead')) return typeIn(call.args.at(-1)?.value ?? null)
  if (/^content-type$/i.test(first?.text ?? '')) return second?.text ?? second?.prefix ?? null
  return typeIn(first ?? null)
}

/** The type of content among headers. */
export function typeIn(headers: Value | null): string | null {
  for (const [name, value] of headers?.fields ?? []) if (/^content-type$/i.test(name)) return value.text ?? value.prefix
  return null
}
