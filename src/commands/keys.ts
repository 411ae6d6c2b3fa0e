import { loadKeyFiles } from '../config/config.ts'
import { mppSecretFile } from '../service/mpp-secrets.ts'
import { openReading } from '../service/open-reading.ts'
import { addressesIn, addSigner, retireSigners, rotateSecret } from '../service/rotate-keys.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { keysHelp, readKeysArguments, type KeysArguments } from './keys-arguments.ts'
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
    const done = given.what === 'signer' ? await rotateSigner(context, given) : rotateOther(context, given.what, given)
    await context.io.out(given.json ? `${JSON.stringify(done, null, 2)}\n` : `${done.said}\n`)
    return 0
  })
}

function rotateOther({ io, place, system }: CommandContext, what: 'mpp' | 'token', { step, atOnce }: KeysArguments): Stepped {
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

async function rotateSigner(context: CommandContext, { step }: KeysArguments): Promise<Stepped> {
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
    const { sends, retiring: old } = retireSigners(file, retiringFile)
    return {
      said: `${sends} sends all new settlements; ${old.join(', ')} only finish what they have sent. Set SIGNER_KEY_RETIRING_FILE=${retiringFile}. ${renew}, then: farthing keys rotate signer finish`,
      addresses: [sends, ...old],
    }
  }
  return finishSigner(context, retiringFile)
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
