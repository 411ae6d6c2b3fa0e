import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'

/** What no answer may ever hold: places in our code, words of the runtime, addresses of nodes. */
export const internal =
  /node:internal|node_modules|\.ts:\d|\n\s+at |[A-Z][a-z]+Error\b|ECONN|ENOTFOUND|eth_call|anvil|undefined|\[object Object\]/

/** Fails on an answer that is a 500 or tells what is inside us; gives its JSON body, `{}` where it has none. */
export async function expectClear(response: Response): Promise<Record<string, any>> {
  const text = await response.text()
  expect(response.status).not.toBe(500)
  expect(text).not.toMatch(internal)
  return text === '' ? {} : (JSON.parse(text) as Record<string, any>)
}

export async function expectProblem(response: Response, status: number, code: string): Promise<Record<string, any>> {
  const body = await expectClear(response)
  expect({ status: response.status, code: body['code'] as unknown }).toEqual({ status, code })
  return body
}

/** What came back on one connection. */
export interface Exchange {
  readonly text: string
  /** Status of every answer, in their order. */
  readonly statuses: readonly number[]
}

/** Sends bytes as they are and reads until the other side closes, or until it has been silent for `quietMs`. */
export function exchange(url: string, bytes: string | Buffer, quietMs = 400): Promise<Exchange> {
  return new Promise((resolve) => {
    let text = ''
    const socket = open(url)
    const end = () => {
      expect(text).not.toMatch(internal)
      resolve({ text, statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)) })
      socket.destroy()
    }
    socket.setTimeout(quietMs, end)
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.once('close', end)
    socket.on('error', () => {})
    socket.write(bytes)
  })
}

export function open(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname)
}
