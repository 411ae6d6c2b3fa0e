import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

export interface KeysArguments {
  readonly what: 'signer' | 'mpp' | 'token'
  readonly step: 'prepare' | 'switch' | 'finish'
  /** Drops the old MPP secret before the transfers that may still be presented with it. */
  readonly atOnce: boolean
  readonly json: boolean
}

export const keysHelp = `farthing keys rotate <what> <step> [options]: replaces a secret while the service sells

  what     signer  SIGNER_KEY: the account that sends settlements
           mpp     MPP_SECRET: the secret of challenges
           token   METRICS_TOKEN: the token for /metrics
  step     prepare, switch, finish: in this order. After each step renew every instance that reads the file: start it again, or
           SIGHUP to the parent of WORKERS
  --now    with mpp finish: drops the old secret before its time, as where it has leaked
  --json   as JSON
  --help   this text

The secret must be in a file of its own that this command can write: SIGNER_KEY_FILE, MPP_SECRET_FILE (without one, the secret that the
service keeps in DATA_DIR) or METRICS_TOKEN_FILE. Secrets are never printed.
prepare: a new secret is accepted beside the old one; of a signer, it prints the address that needs money for gas.
switch:  the new one is used. Old signers finish what they have sent: set SIGNER_KEY_RETIRING_FILE to the file that it names.
finish:  the old one is dropped when nothing depends on it any more; before that it says what is still open. Of mpp that takes seven days,
         for which payers may present transfers that they sent for its challenges. With --now such a transfer is refused; farthing reconcile
         finds it, and it becomes a credit.
Exit code: 0, 1 if the step can't be taken now, 2 for wrong usage.
`

const options = { now: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

/** @throws UsageError */
export function readKeysArguments(args: readonly string[]): KeysArguments | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [verb, what, step, ...more] = positionals
  if (verb !== 'rotate' || more.length > 0) throw new UsageError('say rotate, what and the step')
  if (what !== 'signer' && what !== 'mpp' && what !== 'token') throw new UsageError('what to rotate is signer, mpp or token')
  if (step !== 'prepare' && step !== 'switch' && step !== 'finish') throw new UsageError('the step is prepare, switch or finish')
  const atOnce = values.now ?? false
  if (atOnce && (what !== 'mpp' || step !== 'finish')) throw new UsageError('only mpp finish takes --now')
  return { what, step, atOnce, json: values.json ?? false }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw new UsageError('unknown option')
  }
}
