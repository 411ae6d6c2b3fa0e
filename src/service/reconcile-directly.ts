import { join } from 'node:path'
import { createTurnQueue } from '../chain/follow/turn-queue.ts'
import type { Config } from '../config/config.ts'
import { createAnswerFiles } from '../ledger/answers/answer-files.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import { reconcile, type ReconcileInput } from '../operate/reconcile/reconcile.ts'
import { createRefundWallet } from '../settler/signer.ts'
import type { Hex } from '../shared/bytes.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { answerOf, type ReconcileAnswer } from '../surfaces/operator/reconcile-action.ts'
import { connectNetworks } from '../chain/connect/connect-networks.ts'
import { endpointsOf } from './data-world.ts'
import { openStoreToRead, openStoreToWrite } from './open-store-for-command.ts'
import { signerAddresses } from './open-signers.ts'

type System = Parameters<typeof openStoreToWrite>[1]

/**
 * Compares a ledger with the chains where no service runs on it.
 * @throws OperatorError when a process uses the ledger, or where the chains are those of a sandbox, which run only with it
 */
export async function reconcileDirectly(config: Config, input: ReconcileInput, system: System): Promise<ReconcileAnswer> {
  if (config.mode !== 'live' || config.payTo === null)
    throw new OperatorError(
      'no service runs on DATA_DIR, and the chains of a sandbox run only with it: start the service, then run this again',
    )
  const { store } = await (input.adopt ? openStoreToWrite : openStoreToRead)(config, system)
  const ledger = createLedger({ store, answerFiles: createAnswerFiles(join(config.dataDir, 'answers')) })
  try {
    const networks = await connectNetworks({ ...system, endpoints: endpointsOf(config.rpcUrls), nodeAnswerMs: config.nodeAnswerMs })
    try {
      const parts = {
        ...system,
        ledger,
        chains: networks.chains,
        payTo: config.payTo.toLowerCase() as Hex,
        signers: signerAddresses(config),
        refundsFrom: config.refundKey === null ? null : createRefundWallet(config.refundKey).address,
        instance: 'farthing reconcile',
        ownTurn: createTurnQueue(system.timers),
      }
      return answerOf(await reconcile(parts, input))
    } finally {
      await networks.close()
    }
  } finally {
    await ledger.close()
  }
}
