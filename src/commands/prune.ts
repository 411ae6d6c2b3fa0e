import { loadClientAddressDays } from '../config/config.ts'
import { readName } from '../operate/ledger/look-up.ts'
import { erasePayer, forgetOldClients, showPayer } from '../operate/retention/forget.ts'
import { retentionRules } from '../operate/retention/retention-rules.ts'
import { openForgetting } from '../service/open-forgetting.ts'
import { openReading } from '../service/open-reading.ts'
import { defineCommand, flag, json, value, type GivenTo } from './define/define-command.ts'
import { operatorCommand, type CommandContext, type CommandIo } from './define/operator-command.ts'
import { UsageError } from './define/usage-error.ts'

const dayMs = 86_400_000
const usualDays = 90

const command = defineCommand({
  name: 'prune',
  forms: [['[options]', 'what is kept how long, and what is erased']],
  options: {
    'dry-run': flag('says what is kept how long, and what would be erased'),
    'older-than': value(
      'days',
      `blanks client addresses and idempotency keys of archived payments older than this, 2 at least; CLIENT_ADDRESS_DAYS unless given, and without that ${usualDays}`,
    ),
    payer: value('wallet', 'one payer, with --show or --erase'),
    show: flag('everything on record of that payer, as JSON'),
    erase: flag('erases client addresses, hashes of requests and keys, answers and deliveries of that payer'),
    json,
  },
  notes: `The books stay: receipts, amounts, states, wallets and transactions, which the chain shows to everybody anyway. What may still be
    settled, used or collected is kept until it ends. With CLIENT_ADDRESS_DAYS the service blanks old client addresses by itself, once a day.

    It works beside the service, which does the erasing (with WORKERS give the DATA_DIR of the parent), or without one. Exit code: 0, 1 if
    it could not be done, 2 for wrong usage.`,
})

/** `farthing prune`; gives the exit code that its help documents. */
export function pruneCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand(command, args, own, async (context, { options }) => {
    const given = read(options)
    if (given.what === 'old') await pruneOld(context, given)
    else if (given.what === 'show') await show(context, given.payer)
    else await erase(context, given.payer, options.json)
    return 0
  })
}

type Asked =
  | {
      readonly what: 'old'
      /** Null: as the settings say. */ readonly days: number | null
      readonly dryRun: boolean
      readonly json: boolean
    }
  | { readonly what: 'show' | 'erase'; readonly payer: string }

/** @throws UsageError */
function read(options: GivenTo<typeof command>['options']): Asked {
  const { payer, 'older-than': olderThan, 'dry-run': dryRun } = options
  if (payer === undefined) {
    if (options.show || options.erase) throw new UsageError('--show and --erase need --payer')
    const days = olderThan === undefined ? null : Number(olderThan)
    if (days !== null && !(Number.isInteger(days) && days >= 2 && days <= 36_500))
      throw new UsageError('--older-than must be a number of days, 2 at least')
    return { what: 'old', days, dryRun, json: options.json }
  }
  const name = readName(payer)
  if (name?.kind !== 'wallet') throw new UsageError('--payer must be the address of a wallet')
  if (options.show === options.erase) throw new UsageError('--payer takes either --show or --erase')
  if (dryRun || olderThan !== undefined) throw new UsageError('--payer excludes --dry-run and --older-than')
  return { what: options.show ? 'show' : 'erase', payer: name.address }
}

async function pruneOld(
  context: CommandContext,
  { days: given, dryRun, json }: { days: number | null; dryRun: boolean; json: boolean },
): Promise<void> {
  const { io, place, system } = context
  const ownDays = loadClientAddressDays(io.env)
  const days = given ?? ownDays ?? usualDays
  const before = system.clock.now() - days * dayMs
  if (!dryRun) {
    const ledger = await openForgetting(place, system)
    try {
      const changed = await forgetOldClients(ledger, before)
      const since = new Date(before).toISOString()
      await io.out(
        json
          ? `${JSON.stringify({ before: since, changed })}\n`
          : `${changed} payments from before ${since} do not name a client address any more\n`,
      )
    } finally {
      await ledger.close()
    }
    return
  }
  const reading = await openReading(place, system)
  try {
    const kept = await reading.retentionCounts({ before })
    const rules = retentionRules(kept, days, ownDays)
    await io.out(
      json
        ? `${JSON.stringify({ kept, rules }, null, 2)}\n`
        : rules.map(({ what, rows, kept: how }) => `${what} (${rows}): ${how}\n`).join(''),
    )
  } finally {
    await reading.close()
  }
}

async function show({ io, place, system }: CommandContext, payer: string): Promise<void> {
  const reading = await openReading(place, system)
  try {
    await io.out(`${JSON.stringify(await showPayer(reading, payer), null, 2)}\n`)
  } finally {
    await reading.close()
  }
}

async function erase({ io, place, system }: CommandContext, payer: string, json: boolean): Promise<void> {
  const reading = await openReading(place, system)
  try {
    const ledger = await openForgetting(place, system)
    try {
      const done = await erasePayer(reading, ledger, payer)
      const waiting = done.waiting === 0 ? '' : `; ${done.waiting} are kept until they end: run it again then`
      await io.out(
        json ? `${JSON.stringify({ payer, ...done })}\n` : `${done.erased} payments of ${payer} hold nothing but the books now${waiting}\n`,
      )
    } finally {
      await ledger.close()
    }
  } finally {
    await reading.close()
  }
}
