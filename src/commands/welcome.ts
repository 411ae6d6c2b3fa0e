import { formatUsd } from '../shared/money.ts'
import type { Service } from '../service/start-service.ts'
import type { OpenedSandbox } from './opened-sandbox.ts'

/** What `farthing start` prints when it is ready: routes with prices, the funded wallet, a paid call to paste. */
export function welcome(service: Service, sandbox: OpenedSandbox | null): string {
  const { parts, url } = service
  const rows = parts.catalog.offers.map((offer) => {
    const price = offer.access.kind === 'free' ? 'free' : `$${formatUsd(offer.access.price)}`
    const quota = offer.access.kind === 'daily-quota' ? `  (${parts.config.freeQuotaPerDay} free a day)` : ''
    return `  ${offer.method.padEnd(5)}${offer.template.padEnd(42)}${price}${quota}`
  })
  const listed = (chains: Service['parts']['chains']) =>
    [...chains.values()].map(({ network: { id, name } }) => `${name} (${id})`).join(', ') || 'none'
  return [
    '',
    `farthing is ready on ${url}${sandbox ? `  [sandbox: local chains, play money, ${parts.sources.simulated ? 'stand-in' : 'real'} data]` : ''}`,
    '',
    ...rows,
    '',
    `Networks: ${listed(parts.chains)}`,
    ...(parts.dataChains === parts.chains ? [] : [`Networks that answers are read from: ${listed(parts.dataChains)}`]),
    ...(sandbox ? [`Wallet with play USDC: ${sandbox.payer.address}  (GET ${url}/sandbox; more from POST /sandbox/faucet)`] : []),
    '',
    ...paidCall(parts.catalog.offers, url),
    '',
  ].join('\n')
}

/** For an offer that is sold here. Some offers are missing where there are no contracts for their sources. */
function paidCall(offers: Service['parts']['catalog']['offers'], url: string): string[] {
  const sold = offers.find(({ access, method }) => access.kind === 'fixed' && method === 'GET')
  if (!sold) return []
  const { path = {}, query = {} } = sold.example
  const address = sold.template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return ['A paid call:', `  npx farthing pay ${url}${address}${search === '' ? '' : `?${search}`}`, '']
}
