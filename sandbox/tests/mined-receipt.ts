import { setTimeout as sleep } from 'node:timers/promises'
import { TransactionReceiptNotFoundError, type PublicClient, type TransactionReceipt } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'

/**
 * The receipt of a transaction, once it is mined. viem's own wait checks again only at the next block, and on a chain that has become
 * idle no block comes.
 * @throws when it is not mined within 30 seconds.
 */
export async function minedReceipt(client: Pick<PublicClient, 'getTransactionReceipt'>, hash: Hex): Promise<TransactionReceipt> {
  const deadline = performance.now() + 30_000
  while (performance.now() < deadline) {
    try {
      return await client.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
    }
    await sleep(20)
  }
  throw new Error(`${hash} was not mined within 30 seconds`)
}
