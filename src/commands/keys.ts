import { loadKeyFiles, readConfig } from '../config/config.ts'
import { mppSecretFile } from '../service/mpp-secrets.ts'
import { makeKeyFile, makeSecretFile } from '../service/new-secret.ts'
import { lackOfGas } from '../service/new-signer-gas.ts'
import { openReading } from '../service/open-reading.ts'
import { addressesIn, addSigner, afterSwitch, retireSigners, rotateSecret } from '../service/rotate-keys.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { defineCommand, flag, json } from './define/define-command.ts'
import { operatorCommand, type CommandContext, type CommandIo } from './define/operator-command.ts'
import { UsageError } from './define/usage-error.ts'

const made = ['signer', 'refund', 'wallet', 'mpp', 'token'] as const
const rotated = ['signer', 'mpp', 'token'] as const
const steps = ['prepare', 'switch', 'finish'] as const

type Made = (typeof made)[number]
type Rotated = (typeof rotated)[number]

const command = defineCommand({
  name: 'keys',
  forms: [
    ['new <what> [<file>]', 'makes a new secret in a new file that only its owner can read'],
    ['rotate <what> <step> [options]', 'replaces a secret while the service sells'],
  ],
  words: {
    signer: 'SIGNER_KEY: the account that sends settlements',
    mpp: 'MPP_SECRET: the secret of challenges',
    token: 'METRICS_TOKEN: the token for /metrics',
    refund: 'REFUND_KEY: the wallet that gives payments back (new only)',
    wallet: 'WALLET_KEY: what farthing pay pays with (new only)',
    '<file>': 'that of the setting unless given: SIGNER_KEY_FILE and so on. A file that is there is never overwritten',
    prepare: 'a new secret is accepted beside the old one; of a signer, it prints the address that needs money for gas',
    switch:
      'the new one is used. Old signers finish what they have sent: set SIGNER_KEY_RETIRING_FILE to the file that it names. It is refused while the new signer has no gas on a network where an old one has some',
    finish:
      'the old one is dropped when nothing depends on it any more; before that it says what is still open. Of mpp that takes seven days, for which payers may present transfers that they sent for its challenges. With --now such a transfer is refused; farthing reconcile finds it, and it becomes a credit',
  },
  options: {
    now: flag(
      'with mpp finish: drops the old secret before its time, as where it has leaked; with signer switch: does not ask whether the new key has gas',
    ),
    json,
  },
  notes: `new prints the address of a new key. Secrets are never printed: they are in their files only, so keep a copy of what must not be lost.

    The steps are prepare, switch, finish, in this order. After each step renew every instance that reads the file: start it again, or SIGHUP to
    the parent of WORKERS. To rotate, the secret must be in a file of its own that this command can write: SIGNER_KEY_FILE, MPP_SECRET_FILE
    (without one, the secret that the service keeps in DATA_DIR) or METRICS_TOKEN_FILE. Exit code: 0, 1 if the step can't be taken now, 2 for
    wrong usage.`,
})

interface NewKey {
  readonly verb: 'new'
  readonly what: Made
  /** That of the settings unless given. */
  readonly file: string | null
}

interface Rotation {
  readonly verb: 'rotate'
  readonly what: Rotated
  readonly step: (typeof steps)[number]
  /** Drops the old MPP secret before the transfers that may still be presented with it; lets a new signer send that may have no gas. */
  readonly atOnce: boolean
}

/** @throws UsageError */
function read([verb, what, last, ...more]: readonly string[], atOnce: boolean): NewKey | Rotation {
  if ((verb !== 'new' && verb !== 'rotate') || more.length > 0) throw new UsageError('say new or rotate, and what')
  if (verb === 'new') {
    if (atOnce) throw new UsageError('new does not take --now')
    return { verb, what: oneOf(made, what, 'what to make'), file: last ?? null }
  }
  const given: Rotation = { verb, what: oneOf(rotated, what, 'what to rotate'), step: oneOf(steps, last, 'the step'), atOnce }
  const takesNow = (given.what === 'mpp' && given.step === 'finish') || (given.what === 'signer' && given.step === 'switch')
  if (atOnce && !takesNow) throw new UsageError('only mpp finish and signer switch take --now')
  return given
}

function oneOf<const Name extends string>(names: readonly Name[], given: string | undefined, what: string): Name {
  const found = names.find((name) => name === given)
  if (found === undefined) throw new UsageError(`${what} is ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`)
  return found
}

interface Stepped {
  /** What is so now, and what to do next. */
  readonly said: string
  readonly addresses?: readonly string[]
}

const renew = 'Now renew every instance (start it again, or SIGHUP to the parent of WORKERS)'

/** `farthing keys`; gives the exit code that its help documents. */
export function keysCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand(command, args, own, async (context, { options, words }) => {
    const given = read(words, options.now)
    const done = given.verb === 'new' ? make(context, given) : await rotate(context, given)
    await context.io.out(options.json ? `${JSON.stringify(done, null, 2)}\n` : `${done.said}\n`)
    return 0
  })
}

/** The settings that name the file of each secret. */
const settingOf: Readonly<Record<Made, string>> = {
  signer: 'SIGNER_KEY_FILE',
  refund: 'REFUND_KEY_FILE',
  wallet: 'WALLET_KEY_FILE',
  mpp: 'MPP_SECRET_FILE',
  token: 'METRICS_TOKEN_FILE',
}

const nextFor: Readonly<Record<'signer' | 'refund' | 'wallet', string>> = {
  signer: 'Send it money for gas on every network that you sell on, and no USDC',
  refund: 'Send it the USDC that may be given back, and money for gas',
  wallet: 'Send it the USDC that farthing pay may spend',
}

function make({ io, system }: CommandContext, { what, file: given }: NewKey): Stepped {
  const setting = settingOf[what]
  const file = given ?? loadKeyFiles(io.env)[what]
  if (file === null) throw new UsageError(`name a file, or set ${setting}`)
  if (what === 'mpp' || what === 'token') {
    makeSecretFile(file, system.random)
    return { said: `A new secret is in ${file}. The service reads it with ${setting}=${file}` }
  }
  const address = makeKeyFile(file, system.random)
  return {
    said: `The key of ${address} is in ${file}, and nowhere else. ${nextFor[what]}. ${setting}=${file} names it`,
    addresses: [address],
  }
}

async function rotate(context: CommandContext, given: Rotation): Promise<Stepped> {
  return given.what === 'signer' ? rotateSigner(context, given) : rotateOther(context, given.what, given)
}

function rotateOther({ io, place, system }: CommandContext, what: 'mpp' | 'token', { step, atOnce }: Rotation): Stepped {
  const files = loadKeyFiles(io.env)
  const file = what === 'mpp' ? (files.mpp ?? (files.mppGiven ? null : mppSecretFile(place.dataDir))) : files.token
  if (file === null)
    throw new OperatorError(`put the secret into a file and name it in ${what === 'mpp' ? 'MPP_SECRET_FILE' : 'METRICS_TOKEN_FILE'}`)
  rotateSecret(what, file, step, system, { atOnce })
  const next = {
    prepare: `A new secret is accepted beside the old one. ${renew}, then: farthing keys rotate ${what} switch`,
    switch: `The new secret is used, and the old one is still accepted. ${renew}${what === 'mpp' ? ', wait seven days (finish says until when)' : ', give the new one to its users'}, then: farthing keys rotate ${what} finish`,
    finish: `Only the new secret is accepted. ${renew}.`,
  }
  return { said: `${file}: ${next[step]}` }
}

async function rotateSigner(context: CommandContext, { step, atOnce }: Rotation): Promise<Stepped> {
  const { signer: file, retiring } = loadKeyFiles(context.io.env)
  if (file === null) throw new OperatorError('put the keys into a file and name it in SIGNER_KEY_FILE')
  const retiringFile = retiring ?? `${file}.retiring`
  if (step === 'prepare') {
    const address = addSigner(file, context.system)
    return {
      said: `Send money for gas to ${address} on every network that you sell on. It is in ${file} beside the old key. ${renew}; it sends as soon as it has gas. Then: farthing keys rotate signer switch`,
      addresses: [address],
    }
  }
  if (step === 'switch') {
    if (!atOnce) await refuseWithoutGas(context, file)
    const { sends, retiring: old } = retireSigners(file, retiringFile)
    return {
      said: `${sends} sends all new settlements; ${old.join(', ')} only finish what they have sent. Set SIGNER_KEY_RETIRING_FILE=${retiringFile}. ${renew}, then: farthing keys rotate signer finish`,
      addresses: [sends, ...old],
    }
  }
  return finishSigner(context, retiringFile)
}

/** @throws OperatorError */
async function refuseWithoutGas({ io, system }: CommandContext, file: string): Promise<void> {
  const both = afterSwitch(file)
  const lacks = await lackOfGas(readConfig(io.env).config, both, system)
  if (lacks.length > 0)
    throw new OperatorError(
      `${both.sends} can't send yet: ${lacks.join('; ')}. Send it money for gas, or switch with --now where the old key has leaked; nothing was changed`,
    )
}

async function finishSigner({ place, system }: CommandContext, file: string): Promise<Stepped> {
  const addresses = addressesIn(file)
  const reading = await openReading(place, system)
  try {
    for (const signer of addresses) {
      const { openSlots, notFinal } = await reading.signerStatus({ signer })
      if (openSlots + notFinal > 0)
        throw new OperatorError(
          `${signer} still has ${openSlots} transactions that are not mined and ${notFinal} payments whose blocks are not final: keep its key, and ask again in some minutes`,
        )
    }
  } finally {
    await reading.close()
  }
  return {
    said: `Nothing of ${addresses.join(', ')} is open. Remove SIGNER_KEY_RETIRING_FILE from the settings. ${renew}. Move the gas money that is left to the new signer, and delete ${file} after that.`,
    addresses,
  }
}
