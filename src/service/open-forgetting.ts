import { join } from 'node:path'
import { createAnswerFiles } from '../ledger/answers/answer-files.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import type { Forgetting } from '../operate/retention/forget.ts'
import { askEveryWorker, askService } from './ask-service.ts'
import { openStoreToWrite, type LedgerPlace } from './open-store-for-command.ts'

/**
 * What forgets on order: the running service, or the ledger itself where none runs.
 * @throws OperatorError when a service starts or ends now; ServiceRefused; MigrationRefused; StoreFailed
 */
export async function openForgetting(
  place: LedgerPlace,
  system: Parameters<typeof openStoreToWrite>[1],
): Promise<Forgetting & { close(): Promise<void> }> {
  const { dataDir } = place
  if ((await askService({ dataDir, action: 'about' })) !== undefined) {
    const ask = async <Output>(action: string, input: object) => {
      const answer = await askService({ dataDir, action, input })
      if (answer === undefined) throw ended()
      return answer.result as Output
    }
    return {
      forgetClients: (input) => ask('prune/clients', input),
      // Workers share the ledger, and each has its own memory. The first one finds what there is to erase.
      async forgetPayer(input) {
        const answers = (await askEveryWorker({ dataDir, action: 'prune/payer', input })) as Awaited<
          ReturnType<Forgetting['forgetPayer']>
        >[]
        if (answers.length === 0) throw ended()
        return { changed: answers.reduce((sum, { changed }) => sum + changed, 0) }
      },
      close: async () => {},
    }
  }
  const { store } = await openStoreToWrite(place, system)
  return createLedger({ store, answerFiles: createAnswerFiles(join(dataDir, 'answers')) })
}

const ended = () => new Error('the service ended meanwhile: run the command again')
