import { formatUsd } from '../../shared/money.ts'
import type { Cancel, Timers } from '../../shared/clock.ts'
import { findPayingNetwork } from '../../wallet/paying-networks.ts'
import type { PayProgress } from '../../wallet/send-paid.ts'
import { reportLine } from './report-line.ts'

/** How often a person is told that the wait goes on. */
const stillEveryMs = 5_000

export interface ShownProgress {
  readonly onProgress: (progress: PayProgress) => void
  end(): void
}

/** Says on a terminal what `farthing pay` waits for. */
export function showProgress(put: (text: string) => void, timers: Timers): ShownProgress {
  let cancel: Cancel = () => {}
  const waitFor = (what: string) => {
    let seconds = 0
    const still = () => {
      cancel = timers.after(stillEveryMs, () => {
        seconds += stillEveryMs / 1000
        put(reportLine('waiting', `${what} (${seconds} s)`))
        still()
      })
    }
    cancel()
    put(reportLine('waiting', what))
    still()
  }
  return {
    onProgress(progress) {
      switch (progress.kind) {
        case 'signed':
          return put(
            reportLine('signing', `${formatUsd(progress.amount)} USDC on ${findPayingNetwork(progress.network)?.name ?? progress.network}`),
          )
        case 'transferring':
          return waitFor('for the block with your transfer')
        case 'sent':
          return waitFor('for the answer and the settlement of its payment')
        case 'again':
          cancel()
          return put(reportLine('waiting', `${progress.pauseMs / 1000} s, then the same payment is sent again: ${progress.reason}`))
      }
    },
    end: () => cancel(),
  }
}
