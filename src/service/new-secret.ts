import { closeSync, fchmodSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { createKeySigner } from '../settler/signer.ts'
import type { Hex } from '../shared/bytes.ts'
import { OperatorError } from '../shared/operator-error.ts'
import type { Random } from '../shared/random.ts'
import { giveToOwnerOf } from '../store/own-files.ts'

const ownerOnly = 0o600

/** A new private key in a new file. Returns the address of its account. @throws OperatorError where there is such a file already */
export function makeKeyFile(file: string, random: Random): Hex {
  const key = `0x${hexOf(random)}` as const
  makeFile(file, key)
  return createKeySigner(key).address
}

/** A new secret in a new file. @throws OperatorError where there is such a file already */
export function makeSecretFile(file: string, random: Random): void {
  makeFile(file, hexOf(random))
}

const hexOf = (random: Random) => Buffer.from(random.bytes(32)).toString('hex')

/** On disk when this returns, and readable for one user only: the owner of the directory where root makes it. */
function makeFile(file: string, text: string): void {
  try {
    const handle = openSync(file, 'wx', ownerOnly)
    try {
      fchmodSync(handle, ownerOnly)
      writeSync(handle, `${text}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    giveToOwnerOf(dirname(file), file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new OperatorError(`${file} was not made: ${reasons[code]?.(dirname(file)) ?? code}`, { cause: error })
  }
}

const reasons: Readonly<Record<string, (directory: string) => string>> = {
  EEXIST: () => 'it is there already, and what is in it may be in use. Name another file; farthing keys rotate replaces a secret',
  ENOENT: (directory) => `there is no directory ${directory}; install -d -m 700 ${directory}`,
  EACCES: (directory) => `this user may not write in ${directory}`,
}
