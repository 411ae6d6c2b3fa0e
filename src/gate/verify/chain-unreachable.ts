import { RpcRejected, RpcUnreachable, type Network } from '../../chain/chain.ts'
import { refuse, type Refused } from '../outcome.ts'

/** The chain's answer, or a refusal (503) when its node can't be reached. `asked` says whether that counts as a question to the chain. */
export async function unlessUnreachable<Found>({ name }: Network, asking: Promise<Found>, asked: boolean): Promise<Found | Refused> {
  try {
    return await asking
  } catch (cause) {
    if (!(cause instanceof RpcUnreachable || cause instanceof RpcRejected)) throw cause
    const detail = `${name} can't be reached to verify the payment.`
    return { ...refuse('network_unavailable', detail, { retryAfter: 2, cause }), asked }
  }
}
