import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalHost {
  readonly url: string
  close(): Promise<void>
}

/** Kraken as the test plays it: one price, which no stand-in gives. */
export const bitcoinInUsd = '123456.7'

export function playKraken(): Promise<LocalHost> {
  return serve(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://kraken.example')
    response.setHeader('Content-Type', 'application/json')
    if (url.pathname !== '/0/public/Ticker') return void response.end('{"error":["EGeneral:Unknown method"]}')
    const row = { a: [bitcoinInUsd], b: [bitcoinInUsd], c: [bitcoinInUsd, '0.1'], v: ['1', '2'], o: bitcoinInUsd }
    response.end(JSON.stringify({ error: [], result: { XXBTZUSD: row } }))
  })
}

export interface ListeningNode extends LocalHost {
  /** All that was asked of it, as sent. */
  heard(): string
}

/** A node that passes everything on to another one, and keeps what it was asked. */
export async function listenAt(target: string): Promise<ListeningNode> {
  let heard = ''
  const host = await serve(async (request, response) => {
    const body = await bodyOf(request)
    heard += `${body}\n`
    const answer = await fetch(target, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    response.setHeader('Content-Type', 'application/json')
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  return { ...host, heard: () => heard }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<LocalHost> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
