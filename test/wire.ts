import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'

/** What no answer may contain: places in the code, words of the runtime, addresses of nodes. */
export const internal =
  /node:internal|node_modules|\.ts:\d|\n\s+at |[A-Z][a-z]+Error\b|ECONN|ENOTFOUND|eth_call|anvil|undefined|\[object Object\]/

/** Fails on a 500 and on an answer with internal detail. Returns the JSON body, `{}` if there is none. */
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

/** What was received on one connection. */
export interface Exchange {
  readonly text: string
  /** The status of every answer, in order. */
  readonly statuses: readonly number[]
}

/** Sends raw bytes and reads until the other side closes or is silent for `quietMs`. */
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
