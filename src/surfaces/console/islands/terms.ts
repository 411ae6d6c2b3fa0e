import { isMembers, type Members } from '../answers/shapes.ts'
import type { Answered } from '../components/answered.ts'

/** One way to pay, read from the terms of a 402. */
export interface Terms {
  /** CAIP-2 */
  readonly network: string
  readonly chainId: number
  /** Base units. */
  readonly amount: bigint
  readonly asset: `0x${string}`
  readonly payTo: `0x${string}`
  readonly maxSeconds: number
  readonly domain: { readonly name: string; readonly version: string }
  /** As received: it is sent back unchanged. */
  readonly raw: Members
  readonly required: Members
  /** The terms say that the service is a sandbox. */
  readonly isSandbox: boolean
}

/** What the page says that is paid. Terms that differ are not signed. */
export interface Shown {
  /** Base units: a call costs no more. */
  readonly most: bigint
  readonly payTo: string
  /** Name and USDC contract of each network, by CAIP-2 id. */
  readonly networks: Readonly<Record<string, { readonly name: string; readonly asset: string }>>
}

const address = /^0x[0-9a-fA-F]{40}$/

function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The ways to pay that are what the page shows. @throws Error that says why there is none */
export function termsOf({ headers, body }: Answered, shown: Shown): readonly Terms[] {
  const header = headers.get('payment-required')
  if (header === null) throw new Error('The answer has no terms that a browser can sign. Nothing was charged.')
  const required = JSON.parse(decodeBase64(header)) as unknown
  if (!isMembers(required) || !Array.isArray(required['accepts'])) throw new Error('The terms can not be read. Nothing was charged.')
  const isSandbox = isMembers(body) && body['sandbox'] === true
  const accepts = (required['accepts'] as readonly unknown[]).flatMap((one) => termOf(one, required, isSandbox))
  const fitting = accepts.filter(
    ({ network, asset, payTo, amount }) =>
      amount <= shown.most && sameAddress(payTo, shown.payTo) && sameAddress(asset, shown.networks[network]?.asset ?? ''),
  )
  if (fitting.length === 0)
    throw new Error('The terms ask for something else than this page shows. Nothing was signed, and nothing was charged.')
  return fitting
}

function termOf(raw: unknown, required: Members, isSandbox: boolean): Terms[] {
  if (!isMembers(raw) || raw['scheme'] !== 'exact') return []
  const { network, amount, asset, payTo, maxTimeoutSeconds, extra } = raw
  const chain = typeof network === 'string' ? /^eip155:([1-9]\d{0,14})$/.exec(network) : null
  if (!chain || typeof amount !== 'string' || !/^\d{1,30}$/.test(amount)) return []
  if (typeof asset !== 'string' || typeof payTo !== 'string' || !address.test(asset) || !address.test(payTo)) return []
  if (!isMembers(extra) || typeof extra['name'] !== 'string' || typeof extra['version'] !== 'string') return []
  return [
    {
      network: chain[0],
      chainId: Number(chain[1]),
      amount: BigInt(amount),
      asset: asset as `0x${string}`,
      payTo: payTo as `0x${string}`,
      maxSeconds: typeof maxTimeoutSeconds === 'number' ? maxTimeoutSeconds : 60,
      domain: { name: extra['name'], version: extra['version'] },
      raw,
      required,
      isSandbox,
    },
  ]
}

function decodeBase64(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
}

/** What an element of the page says that is paid. */
export function shownIn({ dataset }: HTMLElement): Shown {
  return {
    most: BigInt(dataset['most'] ?? '0'),
    payTo: dataset['payTo'] ?? '',
    networks: JSON.parse(dataset['networks'] ?? '{}') as Shown['networks'],
  }
}
