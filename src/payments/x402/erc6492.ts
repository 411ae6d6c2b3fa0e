import type { Hex } from '../../shared/bytes.ts'

/** The 32 bytes that end a signature of a wallet that is not deployed yet (ERC-6492). */
const marker = '6492'.repeat(16)

/** Whether a signature is wrapped for a wallet that is not deployed yet. Such a one is never sent to a token as it is. */
export function isErc6492(signature: Hex): boolean {
  return signature.length > 2 + 64 && signature.toLowerCase().endsWith(marker)
}
