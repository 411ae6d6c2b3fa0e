import type { Answered } from '../components/answered.ts'
import type { CallRequest } from './form-request.ts'

export interface Received extends Answered {
  readonly headers: Headers
}

const base = document.body.dataset['base'] ?? ''

/** Sends a call to this service. It asks for JSON, so it gets what machines get. @throws TypeError without a connection */
export async function sendCall({ method, path, body }: CallRequest, headers: Readonly<Record<string, string>> = {}): Promise<Received> {
  const started = performance.now()
  // The host is named, since a path may begin with two slashes.
  const response = await fetch(location.origin + base + path, {
    method,
    headers: { Accept: 'application/json', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
    cache: 'no-store',
    credentials: 'omit',
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parsed(text), took: performance.now() - started }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
