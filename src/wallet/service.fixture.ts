import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { createSender } from './send-request.ts'

export interface EchoedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A real HTTP server for a payer to talk to, and the payer's parts. Pauses between attempts are cut to 50 ms. */
export async function openService(answer: (request: EchoedRequest, response: ServerResponse) => unknown) {
  const seen: EchoedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const whole = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') }
      seen.push(whole)
      void answer(whole, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sender = createSender(systemTimers)
  const timers = { ...systemTimers, sleep: (ms: number) => systemTimers.sleep(Math.min(ms, 50)) }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    parts: { clock: systemClock, timers, random: systemRandom, send: sender.send },
    async close() {
      await sender.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
