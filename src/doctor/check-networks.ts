import { hasOracle, isBlacklisted, isNamedByOracle } from '../chain/blocked-addresses.ts'
import { RpcRejected, RpcUnreachable, type Chain, type Network, type NetworkId } from '../chain/chain.ts'
import { connectChain } from '../chain/connect/connect-chain.ts'
import { networks, nodeSetting } from '../chain/networks.ts'
import { createRpc, type ClosableRpc } from '../chain/rpc/create-rpc.ts'
import { examineNodes, type NodeReport } from '../chain/rpc/examine-node.ts'
import { NetworkRefused } from '../chain/token-check.ts'
import type { Config } from '../config/config.ts'
import { checkClock } from '../operate/doctor/check-clock.ts'
import { checkGas } from '../operate/doctor/check-gas.ts'
import { checkNodes } from '../operate/doctor/check-nodes.ts'
import { checkPayee, checkPayeeCode, type PayeeScreening } from '../operate/doctor/check-payee.ts'
import { findingsOf, type Finding } from '../goods/finding.ts'
import type { Check } from '../operate/doctor/run-checks.ts'
import { createSettlementCosts } from '../settler/settlement-cost.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import { formatUsd } from '../shared/money.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import type { Accounts } from './check-addresses.ts'

const token = findingsOf('token')
const fees = findingsOf('fees')
const gas = findingsOf('gas')

const screenMs = 4_000
const callMs = 4_000
const networkLimitMs = 60_000

export interface NetworkCheckParts {
  readonly config: Config
  readonly accounts: Accounts
  /** Prices of what is sold, in base units. */
  readonly prices: readonly bigint[]
  readonly clock: Clock
  readonly timers: Timers
}

interface Looked {
  readonly reports: readonly NodeReport[]
  readonly chain: Chain | null
  readonly findings: readonly Finding[]
}

export interface NetworkChecks {
  readonly checks: readonly Check[]
  /** Ends the connections to the nodes, after the checks. */
  close(): Promise<void>
}

/** One check for each network of the settings, and those that compare them. */
export function networkChecks(parts: NetworkCheckParts): NetworkChecks {
  const { config } = parts
  const configured = networks.filter(({ slug }) => config.rpcUrls.has(slug))
  const rpcs: ClosableRpc[] = []
  const looking = new Map<NetworkId, Promise<Looked>>()
  const look = (network: Network) => {
    const known = looking.get(network.id) ?? lookAt(network, parts, rpcs)
    looking.set(network.id, known)
    return known
  }
  const ofEach = configured.map((network): Check => ({
    name: 'node',
    subject: network.slug,
    limitMs: networkLimitMs,
    whenLate: `use faster nodes in ${nodeSetting(network)}`,
    run: async () => (await look(network)).findings,
  }))
  const close = async () => void (await Promise.all(rpcs.map((rpc) => rpc.close())))
  if (configured.length === 0) return { checks: [], close }
  const comparing: readonly Check[] = [
    {
      name: 'clock',
      limitMs: networkLimitMs,
      whenLate: 'see the findings on nodes',
      // A network that hangs says nothing about the clock, and has a finding of its own.
      run: async () => checkClock((await Promise.all(configured.map(look))).flatMap(({ reports }) => reports)),
    },
    {
      name: 'payee',
      limitMs: networkLimitMs,
      whenLate: 'see the findings on nodes',
      async run() {
        const chains = (await Promise.all(configured.map(look))).flatMap(({ chain }) => chain ?? [])
        const { payTo } = parts.accounts
        return payTo === null ? [] : checkPayeeCode(chains, payTo)
      },
    },
  ]
  return { checks: [...ofEach, ...comparing], close }
}

const screening: PayeeScreening = {
  isBlacklisted: (chain, address) => isBlacklisted(chain, address, { timeoutMs: screenMs }),
  isNamedByOracle: async (chain, address) =>
    hasOracle(chain.network.id) ? isNamedByOracle(chain, address, { timeoutMs: screenMs }) : null,
}

async function lookAt(network: Network, parts: NetworkCheckParts, rpcs: ClosableRpc[]): Promise<Looked> {
  const { config, clock, timers } = parts
  const urls = config.rpcUrls.get(network.slug) ?? []
  const reports = await examineNodes(network, urls, parts)
  const found = checkNodes(network, reports)
  const usable = urls.filter((_, index) => {
    const report = reports[index]
    return report?.answers === true && report.chainId === BigInt(network.chainId)
  })
  if (usable.length === 0) return { reports, chain: null, findings: found }
  const rpc = createRpc({ urls: usable, network: network.slug, clock, timers, timeoutMs: callMs, log: silentLog, metrics: silentMetrics })
  rpcs.push(rpc)
  try {
    const chain = await connectChain({ network, rpc, clock, timers, log: silentLog })
    return { reports, chain, findings: [...found, ...(await chainFindings(chain, network, parts))] }
  } catch (error) {
    return { reports, chain: null, findings: [...found, failed(error, network)] }
  }
}

function failed(error: unknown, network: Network): Finding {
  const { name, slug, file } = network
  const setting = nodeSetting(network)
  if (error instanceof NetworkRefused) {
    return token.fault(
      error.message,
      file === undefined
        ? `check that ${setting} names a node of the real ${name}: its USDC is not the one that payers know`
        : `correct ${file}, or check that ${setting} names a node of ${name}`,
      slug,
    )
  }
  if (!(error instanceof RpcUnreachable || error instanceof RpcRejected)) throw error
  return token.fault(`the nodes give no answers about USDC: ${error.message}`, `use another node or plan in ${setting}`, slug)
}

async function chainFindings(chain: Chain, declared: Network, parts: NetworkCheckParts): Promise<readonly Finding[]> {
  const { slug, domain } = chain.network
  const { payTo, signers } = parts.accounts
  const same = domain.name === declared.domain.name && domain.version === declared.domain.version
  const [ofPayee, ofGas, ofFees] = await Promise.all([
    payTo === null ? [] : checkPayee(chain, payTo, screening),
    signers.length > 0 ? checkGas(chain, signers) : [],
    signers.length > 0 ? checkFees(chain, parts) : [],
  ])
  const found = `USDC is at ${chain.network.asset}, its signing domain is ${domain.name} / ${domain.version}`
  return [token.ok(same ? found : `${found}, other than declared; the token's own is used`, slug), ...ofPayee, ...ofGas, ...ofFees]
}

/** Whether the price of gas leaves anything to sell. */
async function checkFees(chain: Chain, { config, clock, prices }: NetworkCheckParts): Promise<readonly Finding[]> {
  const { id, slug, name, gasCoin } = chain.network
  const { maxFeeShareBasisPoints: share, gasCoinCeilings } = config
  const costs = createSettlementCosts({
    chains: new Map([[id, chain]]),
    clock,
    coinPrice: async () => null,
    priceCeilings: gasCoinCeilings ?? new Map(),
    maxShareBasisPoints: share,
  })
  await costs.refresh()
  const figures = costs.figures(id)
  if (figures === null) {
    const found = `the price of ${gasCoin} is neither on ${name} nor in GAS_COIN_CEILINGS: only sources can tell it, and without it nothing is sold there`
    return [fees.warning(found, `set GAS_COIN_CEILINGS=${gasCoin}=<the highest price in dollars to assume>`, slug)]
  }
  const dear = prices.filter((price) => costs.isTooExpensive(id, price)).length
  const cost = `settling a payment costs about $${formatUsd(figures.perPayment)}`
  if (dear === 0) return [fees.ok(`${cost}, so every price can be paid there`, slug)]
  const found = `${cost}: ${dear} of ${prices.length} prices are too low for MAX_FEE_SHARE ${formatUsd(share * 100n)}`
  const fix = `raise MAX_FEE_SHARE or the prices, or leave ${name} to the larger ones: other networks offer the small ones`
  const isUsual = dear < prices.length
  return isUsual ? [fees.ok(`${found}; the others can be paid there`, slug)] : [fees.fault(found, fix, slug)]
}

/** What the settings lack to settle at all. */
export function settlingFindings({ config, accounts }: Pick<NetworkCheckParts, 'config' | 'accounts'>): readonly Finding[] {
  if (config.mode !== 'live' || accounts.signers.length > 0 || config.facilitatorUrl !== null) return []
  const fix = 'set SIGNER_KEY or REMOTE_SIGNERS to accounts with gas money, or set FACILITATOR_URL'
  return [gas.warning('nothing settles: x402 is off, and only transfers that are already on chain are accepted', fix, 'SIGNER_KEY')]
}
