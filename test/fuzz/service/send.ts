import type { Hono } from 'hono'
import { connect } from 'node:net'
import type { WireRequest } from './make-request.ts'

/** An answer, from fetch or from a socket. */
export interface Answer {
  /** HTTP status; 0 when the connection was closed without an answer. */
  readonly status: number
  /** Headers by lower-case name; values of the same name are joined. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** Whether Node's HTTP server answered without passing on the request. */
  readonly byPlatform: boolean
}

/** Passes a request to the app as fetch would; null for a request that fetch can't express, for example a header with a control character. */
export async function sendDirectly(app: Hono, asked: WireRequest): Promise<Answer | null> {
  const request = requestOf(asked)
  if (request === null) return null
  const response = await app.request(request, undefined, { incoming: { socket: { remoteAddress: asked.from } } })
  return { status: response.status, headers: new Map(response.headers), body: await response.text(), byPlatform: false }
}

function requestOf({ method, target, headers, body }: WireRequest): Request | null {
  try {
    const sent = new Headers()
    for (const { name, text } of headers) sent.append(name, text)
    return new Request(new URL(target.text, 'http://127.0.0.1'), {
      method,
      headers: sent,
      ...(body === null ? {} : { body: Buffer.from(body.text, 'latin1') }),
    })
  } catch {
    return null
  }
}

/** Writes a request to a socket unchanged, and reads until the other side closes or sends nothing more. */
export async function sendRaw(url: string, asked: WireRequest, quietMs = 250): Promise<Answer> {
  const received = await new Promise<Buffer>((resolve) => {
    const chunks: Buffer[] = []
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.setTimeout(quietMs, () => socket.destroy())
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.once('close', () => resolve(Buffer.concat(chunks)))
    socket.write(bytesOf(asked))
  })
  return readAnswer(received)
}

function bytesOf({ method, target, headers, body }: WireRequest): Buffer {
  const head = [
    `${method} ${target.text} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    ...headers.map(({ name, text }) => `${name}: ${text}`),
    ...(body === null ? [] : [`Content-Length: ${body.text.length}`]),
  ].join('\r\n')
  const encoding = /^[\0-\u00ff]*$/.test(head) ? 'latin1' : 'utf8'
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, encoding), Buffer.from(body?.text ?? '', 'latin1')])
}

function readAnswer(received: Buffer): Answer {
  const end = received.indexOf('\r\n\r\n')
  const [line = '', ...fields] = received
    .subarray(0, end === -1 ? 0 : end)
    .toString('latin1')
    .split('\r\n')
  const headers = new Map<string, string>()
  for (const field of fields) {
    const colon = field.indexOf(':')
    headers.set(field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim())
  }
  const rest = received.subarray(end + 4)
  const body = headers.get('transfer-encoding') === 'chunked' ? withoutChunks(rest) : rest
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0)
  return { status, headers, body: end === -1 ? '' : body.toString('utf8'), byPlatform: !headers.has('x-content-type-options') }
}

function withoutChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n', at)
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (end === -1 || !(length > 0)) break
    chunks.push(bytes.subarray(end + 2, end + 2 + length))
    at = end + 2 + length + 2
  }
  return Buffer.concat(chunks)
}
