import { loadKeyFiles, readConfig } from '../config/config.ts'
import { mppSecretFile } from '../service/mpp-secrets.ts'
import { makeKeyFile, makeSecretFile } from '../service/new-secret.ts'
import { lackOfGas } from '../service/new-signer-gas.ts'
import { openReading } from '../service/open-reading.ts'
import { addressesIn, addSigner, afterSwitch, retireSigners, rotateSecret } from '../service/rotate-keys.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { keysHelp, readKeysArguments, type Made, type NewKeyArguments, type RotateArguments } from './keys-arguments.ts'
import { UsageError } from './usage-error.ts'
import { operatorCommand, type CommandContext, type CommandIo } from './operator-command.ts'

interface Stepped {
  /** What is so now, and what to do next. */
  readonly said: string
  readonly addresses?: readonly string[]
}

const renew = 'Now renew every instance (start it again, or SIGHUP to the parent of WORKERS)'

/** `farthing keys`; gives the exit code that its help documents. */
export function keysCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand({ name: 'keys', help: keysHelp, io: own }, async (context) => {
    const given = readKeysArguments(args)
    if (given === 'help') {
      await context.io.out(keysHelp)
      return 0
    }
    const done = given.verb === 'new' ? make(context, given) : await rotate(context, given)
    await context.io.out(given.json ? `${JSON.stringify(done, null, 2)}\n` : `${done.said}\n`)
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

function make({ io, system }: CommandContext, { what, file: given }: NewKeyArguments): Stepped {
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

async function rotate(context: CommandContext, given: RotateArguments): Promise<Stepped> {
  return given.what === 'signer' ? rotateSigner(context, given) : rotateOther(context, given.what, given)
}

function rotateOther({ io, place, system }: CommandContext, what: 'mpp' | 'token', { step, atOnce }: RotateArguments): Stepped {
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

async function rotateSigner(context: CommandContext, { step, atOnce }: RotateArguments): Promise<Stepped> {
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
      const { openSlots, notFinal } = await reading.signerStanding({ signer })
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
