import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generatePrivateKey } from 'viem/accounts'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { usd } from '../../src/shared/money.ts'
import { accountOf } from '../../src/wallet/account.ts'
import { payCall } from '../../src/wallet/pay.ts'
import { createSender } from '../../src/wallet/send-request.ts'
import type { TestService } from '../start-test-service.ts'

export interface PayingForwarder {
  readonly url: string
  /** Calls that were paid for so far, one of them free. */
  readonly paid: () => number
  close(): Promise<void>
}

/** Passes calls on to the service and pays for those that cost something, for tools that cannot pay. */
export async function openPayingForwarder(service: TestService): Promise<PayingForwarder> {
  const account = accountOf(generatePrivateKey())
  await service.sandbox.world.fund(account.address, '100')
  const sender = createSender(systemTimers)
  const parts = { clock: systemClock, timers: systemTimers, random: systemRandom, send: sender.send }
  let paid = 0

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const headers = Object.fromEntries(
      ['accept', 'content-type', 'payment-network'].flatMap((name) => {
        const value = request.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    )
    const result = await payCall(
      {
        url: service.url + (request.url ?? '/'),
        method: request.method === 'POST' ? 'POST' : 'GET',
        headers,
        ...(request.method === 'POST' ? { body } : {}),
        sandboxAccount: account,
        maximum: usd('1'),
      },
      parts,
    )
    if (result.kind === 'paid') paid += 1
    const { answer } = result
    if (answer === null) return void response.writeHead(502).end()
    response.writeHead(answer.status, { 'Content-Type': answer.header('content-type') ?? 'application/octet-stream' }).end(answer.body)
  }

  // The limit that is to be tested is that of the service.
  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    forward(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paid: () => paid,
    async close() {
      await new Promise((resolve) => server.close(resolve))
      await sender.close()
    },
  }
}
