import { basename, relative } from 'node:path'
import { hasFreeFirstCall } from '../gate/terms.ts'
import { priceOf, type AnyOffer } from '../offers/offer.ts'
import { formatUsd } from '../shared/money.ts'
import type { Service } from '../service/start-service.ts'
import type { OpenedSandbox } from './opened-sandbox.ts'

/** What is said of a service that is ready. A worker sends it to its parent as JSON. */
export interface Welcome {
  readonly url: string
  readonly sandbox: { readonly simulated: boolean; readonly payer: string } | null
  /** Names with CAIP-2 ids, in the order of the 402. */
  readonly networks: readonly string[]
  /** Where a sandbox reads its answers from other chains; null otherwise. */
  readonly dataNetworks: readonly string[] | null
  readonly offers: {
    readonly free: number
    readonly quota: number
    readonly paid: number
    /** Lowest and highest price in dollars; null when everything is free. */
    readonly prices: readonly [string, string] | null
  }
  readonly freeCallsPerDay: number
  /** A paid call to try; null when nothing is sold here that fits into one address. */
  readonly call: { readonly url: string; readonly usd: string; readonly firstFree: boolean } | null
}

export function welcomeOf({ parts, url }: Service, sandbox: OpenedSandbox | null): Welcome {
  const listed = (chains: Service['parts']['chains']) => [...chains.values()].map(({ network: { id, name } }) => `${name} (${id})`)
  const { offers } = parts.catalog
  const count = (kind: AnyOffer['access']['kind']) => offers.filter(({ access }) => access.kind === kind).length
  const prices = offers.flatMap((offer) => (offer.access.kind === 'free' ? [] : [priceOf(offer)])).toSorted((a, b) => (a < b ? -1 : 1))
  return {
    url,
    sandbox: sandbox && { simulated: parts.sources.simulated, payer: sandbox.payer.address },
    networks: listed(parts.chains),
    dataNetworks: parts.dataChains === parts.chains ? null : listed(parts.dataChains),
    offers: {
      free: count('free'),
      quota: count('daily-quota'),
      paid: count('fixed'),
      prices: prices.length === 0 ? null : [formatUsd(prices[0]!), formatUsd(prices.at(-1)!)],
    },
    freeCallsPerDay: parts.config.freeQuotaPerDay,
    call: callToTry(offers, url),
  }
}

/** For an offer that is sold here. Some offers are missing where there are no contracts for their sources. */
function callToTry(offers: readonly AnyOffer[], base: string): Welcome['call'] {
  const offer = offers.find(({ access, method }) => access.kind === 'fixed' && method === 'GET')
  if (!offer) return null
  const { path = {}, query = {} } = offer.example
  const address = offer.template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return {
    url: `${base}${address}${search === '' ? '' : `?${search}`}`,
    usd: formatUsd(priceOf(offer)),
    firstFree: hasFreeFirstCall(offer),
  }
}

/** For people at a terminal. `program` is how they start this program. */
export function welcomeText(welcome: Welcome, program: string): string {
  const { url, sandbox, networks, dataNetworks, offers, freeCallsPerDay } = welcome
  const range = offers.prices === null ? '' : `, ${offers.paid} for $${offers.prices[0]} to $${offers.prices[1]} a call`
  return [
    '',
    `farthing is ready on ${url}`,
    ...(sandbox ? [`This is a sandbox: local chains, play money, ${sandbox.simulated ? 'simulated' : 'real'} data.`] : []),
    '',
    ...tryIt(welcome, program),
    `${offers.free + offers.quota + offers.paid} offers: ${offers.free} free, ${offers.quota} with ${freeCallsPerDay} free calls a day${range}`,
    `  ${url}/            for people`,
    `  ${url}/examples    code for every offer in curl, TypeScript, Python and MCP`,
    `  ${url}/llms.txt    for agents; also /openapi.json, /reference and /mcp`,
    `Networks: ${networks.join(', ') || 'none'}`,
    ...(dataNetworks ? [`Networks that answers are read from: ${dataNetworks.join(', ') || 'none'}`] : []),
    ...(sandbox ? [`Wallet with play USDC: ${sandbox.payer}  (its key: ${url}/sandbox; more money: POST ${url}/sandbox/faucet)`] : []),
    '',
    'Ctrl-C ends it. LOG_LEVEL=info shows what it does.',
    '',
    '',
  ].join('\n')
}

function tryIt({ call, sandbox }: Welcome, program: string): string[] {
  if (call === null) return []
  const pays = `${sandbox ? 'pays' : 'costs'} $${call.usd}${sandbox ? ' of play money' : ''}`
  const told = call.firstFree
    ? [
        'The first call is free, because a wallet that is new here may try one call below $0.03.',
        `The second one ${pays}, and shows the transaction that settled it.`,
      ]
    : [`It ${pays}, and shows the transaction that settled it.`]
  return ['Try it in another terminal, twice:', '', `  ${program} pay ${call.url}`, '', ...told, '']
}

/** One line of JSON for programs that start the service. */
export function readyLine(welcome: Welcome, workers: number): string {
  const what = welcome.sandbox ? `sandbox: local chains, play money, ${welcome.sandbox.simulated ? 'simulated' : 'real'} data` : 'live'
  return `${JSON.stringify({ event: 'ready', msg: `farthing is ready on ${welcome.url} (${what})`, workers, ...welcome })}\n`
}

/** How a person in that directory starts the program that this process runs: `./bin/farthing`. */
export function programName(script = process.argv[1] ?? '', directory = process.cwd()): string {
  if (!/^farthing(?:\.js)?$/.test(basename(script))) return './bin/farthing'
  const path = relative(directory, script)
  return path.startsWith('..') ? script : `./${path}`
}
