import { constants, setPriority } from 'node:os'
import { ConfigError } from '../config/config.ts'
import { addEnvFiles, EnvFileError } from '../config/env-file.ts'
import { version } from '../version.ts'
import { asksForHelp, commandHelp } from './command-help.ts'
import type { Entrances } from './entrances.ts'
import { takeEnvFiles } from './take-env-files.ts'
import { UsageError } from './usage-error.ts'

const help = `farthing: sells data and tools to software agents by the call

  farthing start              the service; a sandbox unless MODE=live (see --settings)
  farthing sell <url> ...     sells calls of an HTTP API, in a sandbox at once; farthing sell --help
  farthing offers             checks a file of offers, or makes one from an OpenAPI document; farthing offers --help
  farthing pay <url> ...      pays a call and prints the answer; farthing pay --help
  farthing mcp --wallet       an MCP server on stdio for hosts without a wallet: forwards the tools and pays; farthing mcp --help
  farthing examples [offer]   code that calls an offer, in curl, TypeScript, Python and MCP; farthing examples --help
  farthing demo [--json]      shows every way to call and pay, in its own sandbox
  farthing migrate            moves a ledger from DATA_DIR to the PostgreSQL of DATABASE_URL; farthing migrate --help
  farthing refund <receipt>   gives a payment back whose answer failed; farthing refund --help
  farthing report             what was earned, spent, refused, given back and lost; farthing report --help
  farthing funnel             who called, how far they came, why payments were refused; farthing funnel --help
  farthing backup --to ...    backs up the ledger, while the service sells or not; farthing backup --help
  farthing restore <backup>   restores a ledger into an empty place; farthing restore --help
  farthing hooks              what HOOK_URL was not told yet, and tells it again; farthing hooks --help
  farthing doctor             finds what is wrong with a set-up, and says how to mend it; farthing doctor --help
  farthing ledger             where a payment's money is, why a wallet is refused, what is stuck; farthing ledger --help
  farthing price              what offers cost, now and from a time on; farthing price --help
  farthing keys new <what>    makes a new secret in a file: a signer, the secret of challenges, a token; farthing keys --help
  farthing keys rotate        replaces signers, the secret of challenges or a token while the service sells; farthing keys --help
  farthing prune              what is kept how long; erases old client addresses, and what is on record of a payer; farthing prune --help
  farthing reconcile          compares the ledger with the chains, and takes in what is missing; farthing reconcile --help
  farthing sandbox            only the local chains and stand-ins, for services that join with SANDBOX_WORLD
  farthing --settings         every setting, with its default
  farthing --version          the version of this program
  farthing --help             this text

Every command takes --env-file <file>: a file of settings, one NAME=value a line. What the environment has already counts before it.
`

/** Commands that the text above lists. */
const isCommand = (name: string) => /^[a-z]+$/.test(name) && help.includes(`\n  farthing ${name} `)

/**
 * Runs one command, and loads only its code, so that a payer need not wait for the whole service. Gives the exit code: 0 success,
 * 1 failure, 2 wrong usage or settings, and what `pay` documents.
 */
export async function runCommand(given: readonly string[], entrances: Entrances): Promise<number> {
  try {
    const { args, files } = takeEnvFiles(given)
    if (!asksForHelp(args)) addEnvFiles(files)
    return await run(args, entrances)
  } catch (error) {
    process.stderr.write(`farthing: ${error instanceof Error ? error.message : 'failed'}\n`)
    return [ConfigError, EnvFileError, UsageError].some((kind) => error instanceof kind) ? 2 : 1
  }
}

async function run(args: readonly string[], entrances: Entrances): Promise<number> {
  const [command = '--help', ...rest] = args
  const ownHelp = asksForHelp(rest) ? commandHelp[command] : undefined
  if (ownHelp !== undefined) {
    process.stdout.write(ownHelp)
    return 0
  }
  if (rest.length === 1 && rest[0] === '--version' && isCommand(command)) {
    process.stdout.write(`${version}\n`)
    return 0
  }
  switch (command) {
    case 'start':
      return await (await import('./start.ts')).startCommand(rest, entrances)
    case 'worker':
      return await (await import('./worker.ts')).workerCommand(rest, entrances)
    case 'sell':
      return await (await import('./sell.ts')).sellCommand(rest, entrances)
    case 'offers':
      return await (await import('./offers.ts')).offersCommand(rest, entrances)
    case 'pay':
      return await (await import('./pay.ts')).payCommand(rest)
    case 'mcp':
      return await (await import('./mcp.ts')).mcpCommand(rest)
    case 'examples':
      return await (await import('./examples.ts')).examplesCommand(rest)
    case 'migrate':
      return await (await import('./migrate.ts')).migrateCommand(rest)
    case 'refund':
      return await (await import('./refund.ts')).refundCommand(rest)
    case 'ledger':
      return await (await import('./ledger.ts')).ledgerCommand(rest)
    case 'hooks':
      return await (await import('./hooks.ts')).hooksCommand(rest)
    case 'price':
      return await (await import('./price.ts')).priceCommand(rest)
    case 'keys':
      return await (await import('./keys.ts')).keysCommand(rest)
    case 'prune':
      return await (await import('./prune.ts')).pruneCommand(rest)
    case 'report':
      letSalesGoFirst()
      return await (await import('./report.ts')).reportCommand(rest)
    case 'funnel':
      return await (await import('./funnel.ts')).funnelCommand(rest)
    case 'backup':
      return await (await import('./backup.ts')).backupCommand(rest)
    case 'restore':
      return await (await import('./restore.ts')).restoreCommand(rest)
    case 'doctor':
      return await (await import('./doctor.ts')).doctorCommand(rest, entrances)
    case 'reconcile':
      return await (await import('./reconcile.ts')).reconcileCommand(rest)
    case 'demo':
      return await entrances.runDemo({ json: rest.includes('--json') })
    case 'sandbox':
      return await (await import('./sandbox.ts')).sandboxCommand(entrances.openSandbox)
    case '--settings':
      return await (await import('./settings.ts')).settingsCommand(entrances.ownLines)
    case '--version':
    case '-v':
      process.stdout.write(`${version}\n`)
      return 0
    case '--help':
    case '-h':
    case 'help':
      process.stdout.write(help)
      return 0
    default:
      process.stderr.write(`farthing: there is no command "${command.slice(0, 40)}"\n\n${help}`)
      return 2
  }
}

/** Where a service on this machine wants the processor too. Loading the code of a command is a good part of its work, so it comes before. */
function letSalesGoFirst(): void {
  setPriority(constants.priority.PRIORITY_LOW)
}
