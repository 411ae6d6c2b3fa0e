import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GiveBackResult, Refunds } from '../operate/refunds/create-refunds.ts'
import { isReceiptId } from '../shared/ids.ts'
import type { Log } from '../shared/log.ts'

/** What a command finds as the answer to its order. */
export type RefundAnswer = GiveBackResult | { readonly result: 'not_given_back'; readonly why: 'switched_off' | 'failed' }

/** Orders of the operator's command, which has no ledger open: files in the data directory, which only its owner can write. */
export const refundOrders = (dataDir: string) => {
  const directory = join(dataDir, 'refund-orders')
  const file = (receipt: string, kind: 'order' | 'answer') => join(directory, `${receipt}.${kind}`)
  return { directory, file }
}

/**
 * Carries out what the command ordered, and leaves the answer beside it. Several processes may share the directory: each order is
 * one's.
 * @param refunds null where nothing is given back
 */
export function createRefundOrders({ dataDir, refunds, log }: { dataDir: string; refunds: Refunds | null; log: Log }): () => Promise<void> {
  const { directory, file } = refundOrders(dataDir)
  mkdirSync(directory, { recursive: true })

  async function carryOut(receipt: string): Promise<void> {
    const taken = join(directory, `${receipt}.taken-${process.pid}`)
    try {
      renameSync(file(receipt, 'order'), taken)
    } catch {
      // Another process has it.
      return
    }
    const answer = await answerTo(receipt)
    writeFileSync(
      taken,
      JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    )
    renameSync(taken, file(receipt, 'answer'))
  }

  async function answerTo(receipt: string): Promise<RefundAnswer> {
    if (refunds === null) return { result: 'not_given_back', why: 'switched_off' }
    try {
      return await refunds.giveBack(receipt)
    } catch (error) {
      log.error({ err: error, payment: receipt }, 'an order to give a payment back failed')
      return { result: 'not_given_back', why: 'failed' }
    }
  }

  return async () => {
    const receipts = readdirSync(directory).flatMap((name) => (name.endsWith('.order') ? [name.slice(0, -'.order'.length)] : []))
    for (const receipt of receipts) {
      if (isReceiptId(receipt)) await carryOut(receipt)
      else rmSync(join(directory, `${receipt}.order`), { force: true })
    }
  }
}
