import { chownSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { presentForSeconds } from '../gate/verify/normalize.ts'
import { createKeySigner } from '../settler/signer.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Clock } from '../shared/clock.ts'
import { OperatorError } from '../shared/operator-error.ts'
import type { Random } from '../shared/random.ts'
import { sha256 } from '../shared/sha256.ts'
import { giveToOwnerOf } from '../store/own-files.ts'

/** What a rotation needs of the machine. */
export interface RotationSystem {
  readonly clock: Clock
  readonly random: Random
}

/** Milliseconds in which a payer may present a transfer for a challenge, and an hour more for renewals that take a while. */
const presentedMs = presentForSeconds * 1000 + 3_600_000
const ownerOnly = 0o600

export type RotationStep = 'prepare' | 'switch' | 'finish'
export type RotatedSecret = 'mpp' | 'token'

/** The secrets in a file, with commas between; the first one is in use, the others are accepted too. @throws OperatorError */
function readList(file: string): string[] {
  try {
    return listIn(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new OperatorError(`${file} can't be read (${codeOf(error)}): name the file that the service reads`, { cause: error })
  }
}

function listIn(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Empty where there is no such file. @throws OperatorError */
function readListIfThere(file: string): string[] {
  return existsSync(file) ? readList(file) : []
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
    keepOwner(file, draft)
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

/** Root may rotate what another user reads: the service. */
function keepOwner(file: string, draft: string): void {
  const there = statSync(file, { throwIfNoEntry: false })
  if (there === undefined) giveToOwnerOf(dirname(file), draft)
  else if (process.geteuid?.() === 0) chownSync(draft, there.uid, there.gid)
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'no code'

/** Beside the secrets: which one is the old one, since two secrets look the same before and after the switch; of signers, the new one. */
const noteOf = (file: string) => `${file}.rotation`
/** Too short to say anything of a secret, and enough to know it among two. */
const markOf = (secret: string) => sha256(secret).slice(0, 8)

/** Whether the first of the secrets is the old one still. Unknown of a rotation that was begun by hand, and then taken as done. */
function isSwitched(file: string, first: string): boolean {
  const [old] = readListIfThere(noteOf(file))
  return old !== markOf(first)
}

/**
 * One step of a rotation of a secret that is accepted beside another one. `prepare`: a new one is accepted; `switch`: it comes first;
 * `finish`: the old one is dropped, at the earliest when nothing that was made with it is of use any more, or at once with `atOnce`.
 * @returns how many secrets are in the file afterwards
 * @throws OperatorError where the file is not at this step
 */
export function rotateSecret(
  what: RotatedSecret,
  file: string,
  step: RotationStep,
  { clock, random }: RotationSystem,
  { atOnce = false }: { readonly atOnce?: boolean } = {},
): number {
  const secrets = readList(file)
  const [first = '', second] = secrets
  if (step === 'prepare') {
    if (second !== undefined) throw new OperatorError('a rotation is under way: switch, then finish it first')
    writeList(noteOf(file), [markOf(first)])
    writeList(file, [first, Buffer.from(random.bytes(32)).toString('hex')])
    return 2
  }
  if (second === undefined) throw new OperatorError('no rotation is under way: prepare it first')
  if (step === 'switch') {
    if (existsSync(noteOf(file)) && isSwitched(file, first))
      throw new OperatorError('the new secret is used already: finish comes next, and another switch would bring the old one back')
    writeList(file, [second, first, ...secrets.slice(2)])
    return secrets.length
  }
  if (!isSwitched(file, first)) throw new OperatorError('the old secret is still used: switch first')
  const until = statSync(file).mtimeMs + presentedMs
  if (what === 'mpp' && !atOnce && clock.now() < until) throw new OperatorError(tooEarly(until))
  writeList(file, [first])
  rmSync(noteOf(file), { force: true })
  return 1
}

function tooEarly(until: number): string {
  return (
    'payers may still present transfers that they sent for challenges of the old secret: ' +
    `finish after ${new Date(until).toISOString()}; or finish --now where the old secret has leaked`
  )
}

/** `prepare` for signers: adds a new key, which sends as soon as its account has money for gas. Returns its address. @throws OperatorError */
export function addSigner(file: string, { random }: RotationSystem): Hex {
  const keys = readList(file)
  const [mark] = readListIfThere(noteOf(file))
  const added = keys.slice(1).find((one) => markOf(one) === mark)
  if (added !== undefined)
    throw new OperatorError(`a rotation is under way: ${createKeySigner(added as Hex).address} was added already, and switch comes next`)
  const key = `0x${Buffer.from(random.bytes(32)).toString('hex')}` as const
  writeList(noteOf(file), [markOf(key)])
  writeList(file, [...keys, key])
  return createKeySigner(key).address
}

/** Who sends after `switch`, and who finishes what it has sent. @throws OperatorError */
export function afterSwitch(file: string): { readonly sends: Hex; readonly retires: readonly Hex[] } {
  const addresses = addressesIn(file)
  const sends = addresses.at(-1)
  const retires = addresses.slice(0, -1)
  if (sends === undefined || retires.length === 0) throw new OperatorError('there is one key only: prepare a new one first')
  return { sends, retires }
}

/** `switch` for signers: only the newest key sends from now on, and the others finish what they have sent. @throws OperatorError */
export function retireSigners(file: string, retiringFile: string): { readonly sends: Hex; readonly retiring: readonly Hex[] } {
  const { sends } = afterSwitch(file)
  const keys = readList(file)
  const newest = keys.at(-1)!
  const old = keys.slice(0, -1)
  // The old keys are in their new file before they leave the other one. Those of an earlier rotation may still have something open.
  writeList(retiringFile, [...new Set([...readListIfThere(retiringFile), ...old])])
  writeList(file, [newest])
  rmSync(noteOf(file), { force: true })
  return { sends, retiring: addressesIn(retiringFile) }
}

/** The addresses of the keys in a file. @throws OperatorError */
export function addressesIn(file: string): readonly Hex[] {
  return readList(file).map((key) => createKeySigner(key as Hex).address)
}
