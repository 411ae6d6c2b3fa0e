import { createHash } from 'node:crypto'

/** An answer in a form that can be compared: what is encoded is decoded. */
export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Headers of Node's own, and those that differ with every answer. */
const ignored = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'etag'])

const encodedJson = new Set(['payment-required', 'payment-response', 'x-payment-response'])

export async function readable(response: Response): Promise<Seen> {
  const headers = [...response.headers].filter(([name]) => !ignored.has(name)).map(([name, value]) => [name, headerValue(name, value)])
  return { status: response.status, headers: Object.fromEntries(headers) as Seen['headers'], body: await bodyOf(response) }
}

async function bodyOf(response: Response): Promise<unknown> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('image/png')) return `a picture: ${createHash('sha256').update(bytes).digest('hex')}`
  const text = bytes.toString('utf8')
  if (type.includes('event-stream')) return text.split('\n').map((line) => (line.startsWith('data: ') ? parsed(line.slice(6)) : line))
  return type.includes('json') ? parsed(text) : text.split('\n')
}

function headerValue(name: string, value: string): unknown {
  if (encodedJson.has(name)) return parsed(Buffer.from(value, 'base64').toString('utf8'))
  if (name === 'www-authenticate') {
    return value.replaceAll(/(request|opaque)="([^"]+)"/g, (_, key: string, encoded: string) => {
      return `${key}=${Buffer.from(encoded, 'base64url').toString('utf8')}`
    })
  }
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
