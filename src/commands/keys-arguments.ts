import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

const made = ['signer', 'refund', 'wallet', 'mpp', 'token'] as const
const rotated = ['signer', 'mpp', 'token'] as const
const steps = ['prepare', 'switch', 'finish'] as const

export type Made = (typeof made)[number]
export type Rotated = (typeof rotated)[number]

export interface NewKeyArguments {
  readonly verb: 'new'
  readonly what: Made
  /** That of the settings unless given. */
  readonly file: string | null
  readonly json: boolean
}

export interface RotateArguments {
  readonly verb: 'rotate'
  readonly what: Rotated
  readonly step: (typeof steps)[number]
  /** Drops the old MPP secret before the transfers that may still be presented with it; lets a new signer send that may have no gas. */
  readonly atOnce: boolean
  readonly json: boolean
}

export const keysHelp = `farthing keys new <what> [<file>]: makes a new secret in a new file that only its owner can read
farthing keys rotate <what> <step> [options]: replaces a secret while the service sells

  what              signer  SIGNER_KEY: the account that sends settlements
                    mpp     MPP_SECRET: the secret of challenges
                    token   METRICS_TOKEN: the token for /metrics
                    refund  REFUND_KEY: the wallet that gives payments back (new only)
                    wallet  WALLET_KEY: what farthing pay pays with (new only)
  file              that of the setting unless given: SIGNER_KEY_FILE and so on. A file that is there is never overwritten
  step              prepare, switch, finish: in this order. After each step renew every instance that reads the file: start it again, or
                    SIGHUP to the parent of WORKERS
  --now             with mpp finish: drops the old secret before its time, as where it has leaked; with signer switch: does not ask
                    whether the new key has gas
  --json            as JSON
  --env-file <file> a file of settings, one NAME=value a line; the environment overrides it
  --help            this text

new prints the address of a new key. Secrets are never printed: they are in their files only, so keep a copy of what must not be lost.
To rotate, the secret must be in a file of its own that this command can write: SIGNER_KEY_FILE, MPP_SECRET_FILE (without one, the secret
that the service keeps in DATA_DIR) or METRICS_TOKEN_FILE.
prepare: a new secret is accepted beside the old one; of a signer, it prints the address that needs money for gas.
switch:  the new one is used. Old signers finish what they have sent: set SIGNER_KEY_RETIRING_FILE to the file that it names. It is
         refused while the new signer has no gas on a network where an old one has some.
finish:  the old one is dropped when nothing depends on it any more; before that it says what is still open. Of mpp that takes seven days,
         for which payers may present transfers that they sent for its challenges. With --now such a transfer is refused; farthing reconcile
         finds it, and it becomes a credit.
Exit code: 0, 1 if the step can't be taken now, 2 for wrong usage.
`

const options = { now: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

/** @throws UsageError */
export function readKeysArguments(args: readonly string[]): NewKeyArguments | RotateArguments | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [verb, what, last, ...more] = positionals
  const { now: atOnce = false, json = false } = values
  if ((verb !== 'new' && verb !== 'rotate') || more.length > 0) throw new UsageError('say new or rotate, and what')
  if (verb === 'new') {
    if (atOnce) throw new UsageError('new does not take --now')
    return { verb, what: oneOf(made, what, 'what to make'), file: last ?? null, json }
  }
  const given: RotateArguments = { verb, what: oneOf(rotated, what, 'what to rotate'), step: oneOf(steps, last, 'the step'), atOnce, json }
  const takesNow = (given.what === 'mpp' && given.step === 'finish') || (given.what === 'signer' && given.step === 'switch')
  if (atOnce && !takesNow) throw new UsageError('only mpp finish and signer switch take --now')
  return given
}

function oneOf<const Name extends string>(names: readonly Name[], given: string | undefined, what: string): Name {
  const found = names.find((name) => name === given)
  if (found === undefined) throw new UsageError(`${what} is ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`)
  return found
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw new UsageError('unknown option')
  }
}
