import { RpcRejected, RpcUnreachable, type AuthorizationFate, type Chain, type Chains, type NetworkId } from '../../chain/chain.ts'
import type { InstanceLease } from '../../ledger/leases/instance-lease.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { authorizationIdentity, transferIdentity } from '../../ledger/payments/identity.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { isSettled, isUnsettled } from '../../ledger/payments/payment-states.ts'
import { paysUs } from '../../settler/watch/resolve-payment.ts'
import type { Settler } from '../../settler/settler.ts'
import type { Clock } from '../../shared/clock.ts'
import { OperatorError } from '../../shared/operator-error.ts'

export interface MendParts {
  readonly ledger: Pick<Ledger, 'find' | 'adopt' | 'settle' | 'bringBack' | 'creditPaid'>
  readonly settler: Pick<Settler, 'settle' | 'networks' | 'heldBy'>
  readonly chains: Chains
  readonly instance: string
  readonly instanceLease: Pick<InstanceLease, 'endedBy'>
  readonly clock: Clock
}

export interface Mended {
  readonly receipt: string
  readonly state: Payment['state']
  /** What was done, or why nothing was, in a sentence. */
  readonly said: string
  /** Whether the payment is where the operator wants it now. */
  readonly done: boolean
}

/** Blocks before a claim from which the logs of its authorization are searched. */
const searchedBefore = 200n
const leaseMs = 30_000
/** Milliseconds that a command waits for a settlement. The settlement then goes on without it. */
const settleMs = 20_000

/**
 * Settles again what is stuck: takes over a payment that nobody works on and sends it, or books what the chain shows to be paid.
 * @throws OperatorError where there is no such payment, or its network does not answer
 */
export async function retryPayment(parts: MendParts, receipt: string): Promise<Mended> {
  const payment = await find(parts, receipt)
  const said = (text: string, now = payment, done = false): Mended => ({ receipt, state: now.state, said: text, done })
  if (isSettled(payment)) return said('It is settled already.', payment, true)
  if (payment.authorization === null) return said('It was paid by a transfer, which is on chain already: there is nothing to settle.')
  if (isUnsettled(payment)) return settleNow(parts, payment)
  if (payment.state !== 'refused' && payment.state !== 'owed') return said(`A payment that is ${payment.state} is not to be settled.`)
  const fate = await fateOf(parts, payment)
  if (fate.kind !== 'used' || !paysUs(payment, fate.transfer))
    return said(
      `The chain does not show that it paid us: its authorization is ${fateWords(fate)}. farthing ledger show ${receipt} says what comes next.`,
    )
  const { transaction, blockNumber, blockHash } = fate
  const { logIndex, occurrence } = fate.transfer
  const [settled] = await parts.ledger.settle([
    { id: receipt, transaction, blockNumber, blockHash, logIndex, occurrence, at: parts.clock.now() },
  ])
  return settled
    ? said(`The chain shows transaction ${transaction}, which paid it: it is ${settled.state} now.`, settled, true)
    : said('It changed meanwhile: look at it again.')
}

async function settleNow(parts: MendParts, seen: Payment): Promise<Mended> {
  const { settler, clock, instance } = parts
  const said = (text: string, now: Payment = seen, done = false): Mended => ({ receipt: seen.id, state: now.state, said: text, done })
  if (!settler.networks.has(seen.network))
    return said(`This service settles nothing on ${seen.network}: set its RPC_URL_… and SIGNER_KEY or FACILITATOR_URL, and start it again.`)
  const payment = seen.instance === instance ? seen : await takeOver(parts, seen)
  if (payment === undefined)
    return said(
      `Instance ${seen.instance} works on it until ${new Date(seen.leaseUntil).toISOString()}; after that another one takes it over by itself.`,
    )
  const outcome = await settler.settle(payment, settleMs)
  if (outcome.kind === 'settled') return said('It is settled now.', outcome.payment, true)
  if (outcome.kind === 'refused') return said(`It can't be collected: ${outcome.reason}.`, outcome.payment)
  const held = settler.heldBy(payment.network)
  if (held !== null)
    return said(`Nothing can be sent on ${payment.network} now: ${held}. /status and the log say more; it is sent as soon as that ends.`)
  const sent = outcome.transaction === null ? 'It waits to be sent' : `Transaction ${outcome.transaction} is sent and not in a block yet`
  return said(`${sent} (waited ${settleMs / 1000} s for it, at ${new Date(clock.now()).toISOString()}); the service goes on.`)
}

async function takeOver(
  { ledger, instance, instanceLease, clock }: MendParts,
  { id, epoch, leaseUntil }: Payment,
): Promise<Payment | undefined> {
  const now = clock.now()
  const abandonedAt = { now, endedBy: instanceLease.endedBy() }
  const [payment] = await ledger.adopt({ rows: [{ id, epoch, leaseUntil }], instance, leaseUntil: now + leaseMs, abandonedAt })
  return payment
}

/**
 * Makes a credit of a payment that was paid on chain and not answered, after the chain has shown that it was.
 * @throws OperatorError where there is no such payment, or its network does not answer
 */
export async function creditPayment(parts: MendParts, receipt: string): Promise<Mended> {
  const payment = await find(parts, receipt)
  const said = (text: string, now = payment, done = false): Mended => ({ receipt, state: now.state, said: text, done })
  if (payment.state === 'credit') return said('It is a credit already.', payment, true)
  if (payment.state !== 'released' && payment.state !== 'refused')
    return said(`Only a payment that was released or refused can become a credit, and this one is ${payment.state}.`)
  if (payment.authorization === null) return said('It was paid by a transfer: its payer may send it again.')
  const fate = await fateOf(parts, payment)
  if (fate.kind !== 'used' || !paysUs(payment, fate.transfer))
    return said(`The chain does not show that it paid us: its authorization is ${fateWords(fate)}. Nothing is owed.`)
  const { network, asset, payer, payTo, amount, authorization } = payment
  const { transaction, blockNumber, blockHash, transfer } = fate
  await parts.ledger.bringBack({ id: receipt, identity: authorizationIdentity(network, asset, payer, authorization.nonce) })
  const credited = await parts.ledger.creditPaid({
    id: receipt,
    transaction,
    blockNumber,
    blockHash,
    logIndex: transfer.logIndex,
    transferIdentity: transferIdentity({ network, payTo, amount, transaction, occurrence: transfer.occurrence }),
    settledAt: await blockTime(parts, network, blockNumber),
    at: parts.clock.now(),
  })
  if (!credited)
    return said('Its authorization or its transfer has bought something meanwhile: farthing ledger show with the transaction says what.')
  return said(
    `Transaction ${transaction} paid it and it was not answered: it is a credit now. Its payer may use it, or farthing refund ${receipt} gives it back.`,
    credited,
    true,
  )
}

async function find({ ledger }: MendParts, receipt: string): Promise<Payment> {
  const payment = await ledger.find(receipt)
  if (payment === undefined) throw new OperatorError(`there is no receipt ${receipt}`)
  return payment
}

function chainOf({ chains }: MendParts, network: string): Chain {
  const chain = chains.get(network as NetworkId)
  if (chain === undefined) throw new OperatorError(`network ${network} is not connected: set its RPC_URL_… and start the service again`)
  return chain
}

async function fateOf(parts: MendParts, { network, payer, authorization, claimBlock }: Payment): Promise<AuthorizationFate> {
  const chain = chainOf(parts, network)
  const from = claimBlock > searchedBefore ? claimBlock - searchedBefore : 0n
  return asking(chain, () => chain.authorizationFate(payer, authorization!.nonce, from))
}

async function blockTime(parts: MendParts, network: string, number: bigint): Promise<number> {
  const chain = chainOf(parts, network)
  const block = await asking(chain, () => chain.block(number))
  return block === null ? parts.clock.now() : Number(block.timestamp) * 1000
}

async function asking<T>({ network }: Chain, ask: () => Promise<T>): Promise<T> {
  return ask().catch((error: unknown) => {
    if (error instanceof RpcUnreachable || error instanceof RpcRejected)
      throw new OperatorError(`the node of ${network.name} does not answer: try again when it does`, { cause: error })
    throw error
  })
}

function fateWords(fate: AuthorizationFate): string {
  if (fate.kind === 'used') return `used by transaction ${fate.transaction}, which paid somebody else or another amount`
  return { unused: 'not used', cancelled: 'cancelled by its payer', unknown: 'used or cancelled, in a block that was not found' }[fate.kind]
}
