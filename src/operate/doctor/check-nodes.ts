import type { Network } from '../../chain/chain.ts'
import { nodeSetting } from '../../chain/networks.ts'
import type { NodeReport, NodeFigures } from '../../chain/rpc/examine-node.ts'
import { counted, findingsOf, type Finding } from '../../goods/finding.ts'

const node = findingsOf('node')

/** A slow node delays each payment; callers notice from about here. */
const slowMs = 700
/** Milliseconds that the newest block may be old, besides the time of some blocks. */
const lagMs = 60_000
const lagBlocks = 10
/** Blocks of one search by the settler and the indexes. A node that refuses them is reported. */
const wantedLogBlocks = 500

/** What is wrong with the nodes of one network. Nodes are named by their place in the setting, since their addresses hold keys. */
export function checkNodes(network: Network, reports: readonly NodeReport[]): readonly Finding[] {
  const setting = nodeSetting(network)
  const answering = reports.filter(({ answers }) => answers).length
  return reports.flatMap((report) => {
    const subject = `${network.slug}, ${report.label}`
    if (!report.answers) {
      const found = `it gives no answer: ${report.fault}`
      return answering === 0
        ? [
            node.fault(
              found,
              `check the address in ${setting}, its key and its plan, or add a node: nothing is sold on ${network.name} now`,
              subject,
            ),
          ]
        : [node.warning(found, `check its address in ${setting}, its key and its plan; the other nodes are used meanwhile`, subject)]
    }
    const wrong = faultsOf(network, report, { setting, subject })
    if (wrong.length > 0) return wrong
    const { latencyMs, batch, logBlocks } = report
    const lag = lagOf(report)
    const age = lag < 0 ? 'now' : `${(lag / 1000).toFixed(0)} s ago`
    return [node.ok(`answers in ${latencyMs} ms, newest block ${age}, batches of ${batch}, logs of ${logBlocks} blocks`, subject)]
  })
}

function faultsOf(
  network: Network,
  figures: NodeFigures,
  { setting, subject }: { readonly setting: string; readonly subject: string },
): readonly Finding[] {
  const { chainId, latencyMs, batch, logBlocks, multicall } = figures
  const lag = lagOf(figures)
  if (chainId !== BigInt(network.chainId)) {
    const found = `it serves chain ${chainId}, and ${network.name} is chain ${network.chainId}`
    return [node.fault(found, `put the address of a node of ${network.name} into ${setting}`, subject)]
  }
  const found: Finding[] = []
  if (lag > lagMs + lagBlocks * network.blockMs) {
    const fix = `wait until the node has caught up, or put another one first in ${setting}: payments are judged by old balances`
    found.push(node.fault(`its newest block is ${counted(Math.round(lag / 1000), 'second')} old`, fix, subject))
  }
  if (latencyMs > slowMs) {
    const fix = `put a faster node first in ${setting}, or allow for it with NODE_ANSWER_MS: a node that takes longer counts as silent`
    found.push(node.warning(`it takes ${latencyMs} ms to answer`, fix, subject))
  }
  if (batch < 5) {
    const fix = `use a plan or a node that takes JSON-RPC batches: without them each payment costs several requests`
    found.push(node.warning('it takes no batch of 5 calls', fix, subject))
  }
  if (logBlocks === 0) {
    const fix = `use a node that answers eth_getLogs: what became of a payment can't be found out after a crash`
    found.push(node.fault('it searches no logs, not even in 100 blocks', fix, subject))
  } else if (logBlocks < wantedLogBlocks) {
    const fix = `use a plan that searches ${wantedLogBlocks} blocks or more: recovery after a crash and INDEX_TRANSFERS need many requests`
    found.push(node.warning(`it searches the logs of ${logBlocks} blocks at most`, fix, subject))
  }
  if (!multicall && network.withoutMulticall !== true) {
    const fix = `use another node: Multicall3 exists on ${network.name}, and without it each payment is settled alone`
    found.push(node.warning('it does not know the contract Multicall3', fix, subject))
  }
  return found
}

/** By the clock of the node where ours is wrong, which is another finding. */
function lagOf({ lagMs: lag, clockAheadMs }: NodeFigures): number {
  return clockAheadMs !== null && Math.abs(clockAheadMs) > 5_000 ? lag + clockAheadMs : lag
}
