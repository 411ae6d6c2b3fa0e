import { createApp } from '../../../src/service/app.ts'
import { startTestService, untilIndexed, type TestService } from '../../start-test-service.ts'
import type { Target } from '../run-fuzz.ts'
import { judge } from './judge.ts'
import { requestsNear, type WireRequest } from './make-request.ts'
import { sendDirectly, sendRaw } from './send.ts'
import { signSpecimens } from './specimens.ts'

/** The whole service on a sandbox of its own, as something to be fuzzed. */
export interface ServiceUnderFuzz {
  readonly target: Target<WireRequest, WireRequest>
  close(): Promise<void>
}

export async function openServiceUnderFuzz({
  wallets,
  raw,
}: {
  readonly wallets: number
  readonly raw: number
}): Promise<ServiceUnderFuzz> {
  const service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  try {
    // Before that it sells no transfers.
    await untilIndexed(service, 'transfers')
    const specimens = await signSpecimens(service, wallets)
    const app = createApp(service.parts)
    const secrets = secretsOf(service)
    let asked = 0
    return {
      close: () => service.close(),
      target: {
        name: 'the whole service',
        make: requestsNear(service.parts.catalog.offers, specimens),
        fed: (request) => request,
        async check(request) {
          asked += 1
          const direct = asked % raw === 0 ? null : await sendDirectly(app, request)
          const answer = direct ?? (await sendRaw(service.url, request))
          // The sandbox's own description tells what its players need: nodes and the key of its example wallet.
          const description = answer.body.includes('"faucet":"/sandbox/faucet"')
          return `${direct ? '' : 'raw '}${judge(answer, request.method, description ? [] : secrets)}`
        },
        // Of our own thread, with whatever the settler does beside it.
        maxMs: 60,
        reaches: [
          '200',
          '204',
          '400 malformed_payment',
          '402 payment_required',
          '402 malformed_credential',
          '404 not_found',
          '405 method_not_allowed',
        ],
      },
    }
  } catch (error) {
    await service.close()
    throw error
  }
}

/** What stands in files and settings, and is nobody's business. */
function secretsOf({ sandbox, directory }: TestService): string[] {
  const { world } = sandbox
  const nodes = world.networks.map(({ rpcUrl }) => new URL(rpcUrl).host)
  return [directory, ...nodes, ...world.signerKeys, ...world.payers.map(({ privateKey }) => privateKey)]
}
