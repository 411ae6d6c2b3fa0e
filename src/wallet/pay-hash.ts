import { attributionMemo } from '../payments/mpp/memo.ts'
import { buildMppCredential } from '../payments/mpp/build-credential.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import { chooseChallenge } from './choose-challenge.ts'
import { askForNetwork, mppCredential } from './pay-mpp.ts'
import { signTransfer } from './sign-transfer.ts'
import type { WayOfPaying } from './way-of-paying.ts'

/** Milliseconds that a challenge must still be valid when a transfer is sent for it: a transfer that is mined later buys nothing. */
const neededMs = 60_000
/** The name of this software in the memo. */
const client = 'farthing'

/**
 * MPP `charge` by a transaction of the payer's own: a transfer whose calldata ends with the challenge's memo. Its hash is
 * public, and the memo keeps others from claiming it. The payer pays the gas besides the price.
 */
export function payHash(parts: { readonly clock: Clock; readonly timers: Timers }): WayOfPaying {
  return {
    askFor: askForNetwork,
    readTerms(answer, wanted) {
      const chosen = chooseChallenge(answer, { type: 'hash', wanted, now: parts.clock.now(), neededMs })
      const { challenge, request, network } = chosen
      return {
        network: network.id,
        amount: request.amount,
        async sign({ account, authorizationTaken, rpcUrl }) {
          const transaction = await signTransfer(
            {
              account,
              network,
              to: request.recipient,
              amount: request.amount,
              memo: attributionMemo({ id: challenge.id, realm: challenge.realm, client }),
              rpcUrl: await rpcUrl(network.id),
            },
            parts,
          )
          const payment = { type: 'hash', hash: transaction.hash, from: account.address, signature: null } as const
          const value = buildMppCredential(challenge, payment, network.chainId)
          return { credential: mppCredential(challenge, value, authorizationTaken), transaction }
        },
      }
    },
  }
}
