import { inhabitants, type Inhabitant } from '../../../sandbox/population/inhabitants.ts'
import type { TestService } from '../../start-test-service.ts'
import { pay, type Account } from '../../signed-payments.ts'

interface Recommended {
  readonly recommendation?: { readonly action: string; readonly reason: string }
  readonly meta: { readonly confidence: number }
}

/** What the scored offers say about one inhabitant of the sandbox. */
export interface Assessed {
  readonly key: string
  readonly trust: Recommended & { readonly score: number; readonly tier: string }
  readonly verify: Recommended & { readonly verified: boolean; readonly level?: string | null }
  readonly deep: Recommended & {
    readonly risk_level: string
    readonly riskScore: number | null
    readonly behavioral_signals: Readonly<Record<string, { readonly state: string }>>
  }
  readonly wallet: Recommended & { readonly score: number }
  /** Null for an inhabitant that is not a token. */
  readonly token: (Recommended & { readonly verdict: string }) | null
}

/** Asks every scored offer for every inhabitant, over HTTP and for money of the sandbox. A few at a time: a busy node may be too slow. */
export async function readPopulation(service: TestService, account: Account): Promise<readonly Assessed[]> {
  const found: Assessed[] = []
  for (const one of inhabitants) found.push(await assess(service, account, one))
  return found
}

/** What every scored offer says of one of them. */
export async function assess({ url }: TestService, account: Account, { key, kind, address }: Inhabitant): Promise<Assessed> {
  const bought = async <T>(path: string) => answerOf<T>(await pay(url, account, { path }), path)
  const free = async <T>(path: string) => answerOf<T>(await fetch(url + path), path)
  return {
    key,
    trust: await free(`/v1/agent/trust-score/${address}`),
    verify: await free(`/v1/agent/verify/${address}`),
    deep: await bought(`/v1/agent/deep-analysis/${address}`),
    wallet: await bought(`/v1/crypto/wallet-score/${address}`),
    token: kind === 'token' ? await bought(`/v1/crypto/token-analysis/${address}?chain=base`) : null,
  }
}

async function answerOf<T>(response: Response, path: string): Promise<T> {
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  return (await response.json()) as T
}

/** What each offer says of an inhabitant, without the figures that change with the day. */
export function verdictsOf({ key, trust, deep, wallet, token }: Assessed): readonly string[] {
  const risk = deep.riskScore === null ? deep.risk_level : `${deep.risk_level}, ${deep.riskScore}`
  const verdict = token === null ? '–' : `${token.verdict}: ${said(token)}`
  return [key, trust.tier, said(trust), risk, foundSignals(deep).join(', ') || '–', said(deep), said(wallet), verdict]
}

export const verdictHeads = [
  'inhabitant',
  'tier',
  'trust score',
  'risk',
  'signals found',
  'deep analysis',
  'wallet score',
  'token analysis',
]

/** A row of figures for each inhabitant, as Markdown. */
export function figuresTable(all: readonly Assessed[]): string {
  const rows = all.map(({ key, trust, deep, wallet, verify }) => [
    key,
    String(trust.score),
    String(deep.riskScore ?? '–'),
    String(wallet.score),
    verify.level ?? '–',
    [trust, deep, wallet].map(({ meta }) => meta.confidence.toFixed(2)).join(' '),
  ])
  return markdownTable(['inhabitant', 'trust', 'risk', 'wallet', 'verified by', 'confidence'], rows)
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function said({ recommendation }: Recommended): string {
  return recommendation?.action ?? '–'
}

function foundSignals({ behavioral_signals: signals }: Assessed['deep']): string[] {
  return Object.entries(signals).flatMap(([signal, { state }]) => (state === 'found' ? [signal] : []))
}
