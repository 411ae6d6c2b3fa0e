import { formatUsd } from '../../shared/money.ts'
import type { ReconcileFinding, FindingKind, NetworkReconciliation, Reconciliation } from './reconciliation.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

const kinds: Readonly<Record<FindingKind, string>> = {
  adopted: 'were not in the ledger: each is a credit now, which buys an answer or is given back',
  to_adopt: 'are not in the ledger: run this without --check to take them in',
  settled_late: 'had been given up and are settled now',
  pending: 'are being settled now',
  not_charged: 'were not charged by us and came all the same: their payers may ask for them back',
  differs: 'are not as in the ledger',
  not_on_chain: 'are in the ledger and not on chain',
  refund_booked: 'had been given back, which the ledger did not know; it does now',
  refund_unknown: 'left the wallet for refunds and give back no payment of the ledger',
  apart: 'are no payments as far as can be seen, and are left out of the sums',
}

/** As many findings of a network as a person reads. */
const maxLines = 20

/** For people: what was compared, what was found, and in its last line the difference to the unit. */
export function reconciliationText(reconciliation: Reconciliation): string {
  const unread = reconciliation.unread.map(({ network, reason }) => `${network}: not compared: ${reason}`)
  return `${[...reconciliation.networks.flatMap(linesOf), ...unread, differenceLine(reconciliation)].join('\n')}\n`
}

/** The difference between the chains and the ledger, to the unit: `Chains and ledger agree: the difference is 0 base units (0 USDC).` */
export function differenceLine({ difference, networks, unread }: Reconciliation): string {
  const amount = `${difference} base units (${formatUsd(difference < 0n ? -difference : difference)} USDC)`
  const over = `${networks.length} ${networks.length === 1 ? 'network' : 'networks'}`
  if (networks.length === 0) return 'Nothing was compared: no network answered.'
  const rest = unread.length > 0 ? ` ${unread.length} more did not answer.` : ''
  const agrees = isBalanced({ networks })
  return `${agrees ? 'Chains and ledger agree' : 'Chains and ledger do not agree'} on ${over}: the difference is ${amount}.${rest}`
}

/** Whether nothing is left that differs: each network for itself, both ways. */
export function isBalanced({ networks }: Pick<Reconciliation, 'networks'>): boolean {
  return networks.every(
    ({ received, givenBack, kinds: found }) =>
      received.difference === 0n &&
      givenBack.difference === 0n &&
      !found.differs &&
      !found.not_on_chain &&
      !found.to_adopt &&
      !found.refund_unknown,
  )
}

function linesOf(network: NetworkReconciliation): string[] {
  const { agreed, received, givenBack, findings, signers } = network
  const name = `${network.network}, blocks ${network.fromBlock} to ${network.toBlock}`
  const refunds =
    givenBack.onChain === 0n && givenBack.booked === 0n
      ? []
      : [`  given back: ${usdc(givenBack.onChain)} on chain, ${usdc(givenBack.booked)} in the ledger, difference ${givenBack.difference}`]
  const behind = signers
    .filter(({ onChain, inLedger }) => onChain > inLedger)
    .map(
      ({ signer, onChain, inLedger }) =>
        `  ${signer} has sent ${onChain - inLedger} transactions that the ledger does not know (their gas is not in its books)`,
    )
  const listed = findings.slice(0, maxLines).map(findingLine)
  const more = findings.length > maxLines ? [`    and ${findings.length - maxLines} more: --json has them`] : []
  return [
    `${name}: ${whole.format(agreed.count)} payments agree, ${usdc(agreed.amount)}`,
    ...Object.entries(network.kinds).map(
      ([kind, { count, amount }]) => `  ${whole.format(count)} of ${usdc(amount)} ${kinds[kind as FindingKind]}`,
    ),
    ...listed,
    ...more,
    `  received: ${usdc(received.onChain)} on chain, ${usdc(received.booked)} in the ledger, difference ${received.difference}`,
    ...refunds,
    ...behind,
  ]
}

function findingLine({ kind, transaction, block, payer, amount, payment, what }: ReconcileFinding): string {
  const place = transaction === null ? '' : ` in ${transaction}`
  const receipt = payment === null ? '' : `, receipt ${payment}`
  return `    ${kind}: ${usdc(amount)} of ${payer}${place}${block === null ? '' : `, block ${block}`}${receipt}${what === null ? '' : ` (${what})`}`
}

function usdc(amount: bigint): string {
  return `${formatUsd(amount)} USDC`
}
