import { constants, setPriority } from 'node:os'
import { ConfigError, learnNetworks } from '../config/config.ts'
import { addEnvFiles, EnvFileError } from '../config/env-file.ts'
import { version } from '../version.ts'
import type { Entrances } from './entrances.ts'
import { takeEnvFiles } from './take-env-files.ts'
import { UsageError } from './define/usage-error.ts'

interface Listed {
  /** How it is called, in the general help. */
  readonly usage?: string
  /** What it does, in a line of the general help; null for one that people do not call. */
  readonly does: string | null
  readonly run: (args: readonly string[], entrances: Entrances) => Promise<number>
}

/** Every command. Each loads only its own code, so that a payer need not wait for the whole service. */
const commands: Readonly<Record<string, Listed>> = {
  start: {
    does: 'the service; a sandbox unless MODE=live (see --settings)',
    run: async (args, entrances) => (await import('./start.ts')).startCommand(args, entrances),
  },
  sell: {
    usage: 'sell <url> ...',
    does: 'sells calls of an HTTP API, in a sandbox at once',
    run: async (args, entrances) => (await import('./sell.ts')).sellCommand(args, entrances),
  },
  offers: {
    does: 'checks a file of offers, or makes one from an OpenAPI document',
    run: async (args, entrances) => (await import('./offers.ts')).offersCommand(args, entrances),
  },
  pay: {
    usage: 'pay <url> ...',
    does: 'pays a call and prints the answer',
    run: async (args) => (await import('./pay.ts')).payCommand(args),
  },
  mcp: {
    usage: 'mcp --wallet',
    does: 'an MCP server on stdio for hosts without a wallet: forwards the tools and pays',
    run: async (args) => (await import('./mcp.ts')).mcpCommand(args),
  },
  examples: {
    usage: 'examples [offer]',
    does: 'code that calls an offer, in curl, TypeScript, Python and MCP',
    run: async (args) => (await import('./examples.ts')).examplesCommand(args),
  },
  demo: {
    does: 'shows every way to call and pay, in its own sandbox',
    run: async (args, entrances) => (await import('./demo.ts')).demoCommand(args, entrances),
  },
  report: {
    does: 'what was earned, spent, refused, given back and lost',
    run: async (args) => {
      letSalesGoFirst()
      return (await import('./report.ts')).reportCommand(args)
    },
  },
  funnel: {
    does: 'who called, how far they came, why payments were refused',
    run: async (args) => (await import('./funnel.ts')).funnelCommand(args),
  },
  ledger: {
    does: "where a payment's money is, why a wallet is refused, what is stuck",
    run: async (args) => (await import('./ledger.ts')).ledgerCommand(args),
  },
  refund: {
    usage: 'refund <receipt>',
    does: 'gives a payment back whose answer failed',
    run: async (args) => (await import('./refund.ts')).refundCommand(args),
  },
  reconcile: {
    does: 'compares the ledger with the chains, and takes in what is missing',
    run: async (args) => (await import('./reconcile.ts')).reconcileCommand(args),
  },
  hooks: {
    does: 'what HOOK_URL was not told yet, and tells it again',
    run: async (args) => (await import('./hooks.ts')).hooksCommand(args),
  },
  price: {
    does: 'what offers cost, now and from a time on',
    run: async (args) => (await import('./price.ts')).priceCommand(args),
  },
  keys: {
    usage: 'keys new|rotate',
    does: 'makes a new secret in a file, or replaces one while the service sells',
    run: async (args) => (await import('./keys.ts')).keysCommand(args),
  },
  prune: {
    does: 'what is kept how long; erases old client addresses, and what is on record of a payer',
    run: async (args) => (await import('./prune.ts')).pruneCommand(args),
  },
  backup: {
    usage: 'backup --to ...',
    does: 'backs up the ledger, while the service sells or not',
    run: async (args) => (await import('./backup.ts')).backupCommand(args),
  },
  restore: {
    usage: 'restore <backup>',
    does: 'restores a ledger into an empty place',
    run: async (args) => (await import('./restore.ts')).restoreCommand(args),
  },
  migrate: {
    does: 'moves a ledger from DATA_DIR to the PostgreSQL of DATABASE_URL',
    run: async (args) => (await import('./migrate.ts')).migrateCommand(args),
  },
  doctor: {
    does: 'finds what is wrong with a set-up, and says how to mend it',
    run: async (args, entrances) => (await import('./doctor.ts')).doctorCommand(args, entrances),
  },
  sandbox: {
    does: 'only the local chains and stand-ins, for services that join with SANDBOX_WORLD',
    run: async (args, entrances) => (await import('./sandbox.ts')).sandboxCommand(args, entrances),
  },
  worker: { does: null, run: async (args, entrances) => (await import('./worker.ts')).workerCommand(args, entrances) },
}

const help = `farthing: sells data and tools to software agents by the call

${Object.entries(commands)
  .flatMap(([name, { usage = name, does }]) => (does === null ? [] : [`  farthing ${usage.padEnd(18)} ${does}`]))
  .join('\n')}
  farthing --settings         every setting, with its default
  farthing --version          the version of this program
  farthing --help             this text

farthing <command> --help says more. Every command takes --env-file <file>: a file of settings, one NAME=value a line. What the environment
has already counts before it.
`

/** Runs one command. Returns the exit code: 0 success, 1 failure, 2 wrong usage or settings, and what the help of a command documents. */
export async function runCommand(given: readonly string[], entrances: Entrances): Promise<number> {
  try {
    const { args, files } = takeEnvFiles(given)
    // Help and version need no file that may be missing or wrong.
    const needsFiles = !['--help', '-h', '--version', '-v'].some((option) => args.includes(option))
    if (needsFiles) addEnvFiles(files)
    const wrong = learnNetworks()
    if (needsFiles && wrong.length > 0) throw new ConfigError(wrong)
    return await run(args, entrances)
  } catch (error) {
    process.stderr.write(`farthing: ${error instanceof Error ? error.message : 'failed'}\n`)
    return [ConfigError, EnvFileError, UsageError].some((kind) => error instanceof kind) ? 2 : 1
  }
}

async function run(args: readonly string[], entrances: Entrances): Promise<number> {
  const [name = '--help', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) {
    if (rest.length !== 1 || rest[0] !== '--version') return await command.run(rest, entrances)
    process.stdout.write(`${version}\n`)
    return 0
  }
  switch (name) {
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
      process.stderr.write(`farthing: there is no command "${name.slice(0, 40)}"\n\n${help}`)
      return 2
  }
}

/** Where a service on this machine wants the processor too. Loading the code of a command is a good part of its work, so it comes before. */
function letSalesGoFirst(): void {
  setPriority(constants.priority.PRIORITY_LOW)
}
