import { textDigest } from '../chain/proof-signature.ts'
import { recoverSigner, withTokenV } from '../chain/recover.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Log } from '../shared/log.ts'

/** The valid ones of the operator's proofs: those in which the payTo address signed the origin of the service. The log names the others. */
export async function provenOwnership(parts: {
  readonly proofs: readonly string[]
  readonly publicUrl: string
  readonly payTo: Hex
  readonly log: Log
}): Promise<readonly string[]> {
  const { proofs, payTo, log } = parts
  const { origin } = new URL(parts.publicUrl)
  const signers = await Promise.all(proofs.map((proof) => recoverSigner(textDigest(origin), withTokenV(proof as Hex))))
  const holds = (index: number) => signers[index] === payTo.toLowerCase()
  const wrong = proofs.filter((_, index) => !holds(index))
  if (wrong.length > 0) log.warn({ wrong, origin, payTo }, 'OWNERSHIP_PROOFS: left out, since PAY_TO did not sign them for this origin')
  return proofs.filter((_, index) => holds(index))
}
