import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { createKeySigner } from '../settler/signer.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Clock } from '../shared/clock.ts'
import { OperatorError } from '../shared/operator-error.ts'
import type { Random } from '../shared/random.ts'

/** What a rotation needs of the machine. */
export interface RotationSystem {
  readonly clock: Clock
  readonly random: Random
}

/** A challenge may be paid for five minutes; a minute more for clocks that differ and renewals that take a while. */
const challengeMs = 360_000
const ownerOnly = 0o600

export type RotationStep = 'prepare' | 'switch' | 'finish'
export type RotatedSecret = 'mpp' | 'token'

/** The secrets in a file, with commas between; the first one is in use, the others are accepted too. @throws OperatorError */
function readList(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  } catch (error) {
    throw new OperatorError(`${file} can't be read (${codeOf(error)}): name the file that the service reads`, { cause: error })
  }
}

/** All of it or nothing, for a service that may start at any moment. @throws OperatorError */
function writeList(file: string, secrets: readonly string[]): void {
  const draft = `${file}.new`
  try {
    const handle = openSync(draft, 'w', ownerOnly)
    try {
      writeSync(handle, `${secrets.join(',')}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, file)
  } catch (error) {
    throw new OperatorError(
      `${file} can't be written (${codeOf(error)}): run this where its directory can be written, or change the secret where it is kept`,
      {
        cause: error,
      },
    )
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'no code'

/**
 * One step of a rotation of a secret that is accepted beside another one. `prepare`: a new one is accepted; `switch`: it comes first;
 * `finish`: the old one is dropped, at the earliest when nothing that was made with it is valid any more.
 * @returns how many secrets are in the file afterwards
 * @throws OperatorError where the file is not at this step
 */
export function rotateSecret(what: RotatedSecret, file: string, step: RotationStep, { clock, random }: RotationSystem): number {
  const secrets = readList(file)
  const [first = '', second] = secrets
  if (step === 'prepare') {
    if (second !== undefined) throw new OperatorError('a rotation is under way: switch, then finish it first')
    writeList(file, [first, Buffer.from(random.bytes(32)).toString('hex')])
    return 2
  }
  if (second === undefined) throw new OperatorError('no rotation is under way: prepare it first')
  if (step === 'switch') {
    writeList(file, [second, first, ...secrets.slice(2)])
    return secrets.length
  }
  const waitMs = what === 'mpp' ? challengeMs - (clock.now() - statSync(file).mtimeMs) : 0
  if (waitMs > 0)
    throw new OperatorError(
      `challenges that were made with the old secret may still be paid: finish in ${Math.ceil(waitMs / 1000)} seconds`,
    )
  writeList(file, [first])
  return 1
}

/** `prepare` for signers: adds a new key, which sends as soon as its account has money for gas. Gives its address. @throws OperatorError */
export function addSigner(file: string, { random }: RotationSystem): Hex {
  const keys = readList(file)
  const key = `0x${Buffer.from(random.bytes(32)).toString('hex')}` as const
  writeList(file, [...keys, key])
  return createKeySigner(key).address
}

/** `switch` for signers: only the newest key sends from now on, and the others finish what they have sent. @throws OperatorError */
export function retireSigners(file: string, retiringFile: string): { readonly sends: Hex; readonly retiring: readonly Hex[] } {
  const keys = readList(file) as Hex[]
  const newest = keys.at(-1)
  const old = keys.slice(0, -1)
  if (newest === undefined || old.length === 0) throw new OperatorError('there is one key only: prepare a new one first')
  // The old keys are in their new file before they leave the other one.
  writeList(retiringFile, old)
  writeList(file, [newest])
  return { sends: createKeySigner(newest).address, retiring: addressesIn(retiringFile) }
}

/** The addresses of the keys in a file. @throws OperatorError */
export function addressesIn(file: string): readonly Hex[] {
  return readList(file).map((key) => createKeySigner(key as Hex).address)
}
