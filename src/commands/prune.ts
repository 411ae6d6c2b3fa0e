import { loadClientAddressDays } from '../config/config.ts'
import { erasePayer, forgetOldClients, showPayer } from '../operate/retention/forget.ts'
import { retentionRules } from '../operate/retention/retention-rules.ts'
import { openForgetting } from '../service/open-forgetting.ts'
import { openReading } from '../service/open-reading.ts'
import { operatorCommand, type CommandContext, type CommandIo } from './operator-command.ts'
import { pruneHelp, readPruneArguments } from './prune-arguments.ts'

const dayMs = 86_400_000
const usualDays = 90

/** `farthing prune`; gives the exit code that its help documents. */
export function pruneCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand({ name: 'prune', help: pruneHelp, io: own }, async (context) => {
    const given = readPruneArguments(args)
    if (given === 'help') await context.io.out(pruneHelp)
    else if (given.what === 'old') await pruneOld(context, given)
    else if (given.what === 'show') await show(context, given.payer)
    else await erase(context, given.payer, given.json)
    return 0
  })
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
    const kept = await reading.keptRows({ before })
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
