import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { lineOfFile, lines } from '../../../goods/lines.ts'
import { backupCommand } from '../../../src/commands/backup.ts'
import { doctorCommand } from '../../../src/commands/doctor.ts'
import { ledgerCommand } from '../../../src/commands/ledger.ts'
import { priceCommand } from '../../../src/commands/price.ts'
import { pruneCommand } from '../../../src/commands/prune.ts'
import { reconcileCommand } from '../../../src/commands/reconcile.ts'
import { reportCommand } from '../../../src/commands/report.ts'
import { runOperator, type OperatorCommand, type Ran } from '../../operate/run-operator.ts'
import type { LiveService } from './live-service.ts'

export interface CommandRan extends Ran {
  readonly command: string
}

/** With the lines that the program hands it. */
const doctor: OperatorCommand = (args, io) => doctorCommand(args, { ownLines: async () => lines, lineOfFile }, io)

type Command = readonly [name: string, run: OperatorCommand, ...args: string[]]

/** Every command that reads a ledger, once: beside the running service, and through it where it is asked. */
export async function readAll({ env }: LiveService, wallet: string, directory: string): Promise<CommandRan[]> {
  // With a data directory of its own a command finds no service to ask, and does it itself.
  const alone = { ...env, DATA_DIR: join(directory, 'alone') }
  const commands: readonly Command[] = [
    ['report', reportCommand],
    ['report', reportCommand, '--csv'],
    ['report', reportCommand, '--json', '--by', 'day,offer,network,protocol,payer'],
    ['ledger', ledgerCommand, 'list'],
    ['ledger', ledgerCommand, 'list', '--state', 'owed'],
    ['ledger', ledgerCommand, 'why', wallet],
    ['ledger', ledgerCommand, 'show', wallet],
    ['price', priceCommand, 'list'],
    ['price', priceCommand, 'history'],
    ['prune', pruneCommand, '--dry-run'],
    ['prune', pruneCommand, '--payer', wallet, '--show'],
    // Two backups of the same second can't lie in one folder.
    ['backup', backupCommand, '--to', mkdtempSync(join(directory, 'backup-'))],
    ['reconcile', reconcileCommand, '--check'],
    ['reconcile', reconcileCommand],
    ['doctor', doctor, '--json'],
  ]
  const ran: CommandRan[] = []
  for (const [name, run, ...args] of commands) ran.push({ command: [name, ...args].join(' '), ...(await runOperator(run, env, ...args)) })
  for (const args of [['--check'], []]) {
    ran.push({ command: ['reconcile (alone)', ...args].join(' '), ...(await runOperator(reconcileCommand, alone, ...args)) })
  }
  return ran
}
