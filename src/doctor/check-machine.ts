import { nativeSignatures } from '../chain/recover.ts'
import { findingsOf, type Finding } from '../goods/finding.ts'

const machine = findingsOf('machine')

/** What this machine lacks. */
export function checkMachine(): readonly Finding[] {
  if (nativeSignatures) return [machine.ok('signatures are checked by native code')]
  return [
    machine.warning(
      'the native binding of secp256k1 is missing: signatures are checked about 28 times slower',
      'install the package secp256k1 with its binary for this machine, or use Linux on x64',
    ),
  ]
}
