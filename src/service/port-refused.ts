import { OperatorError } from '../shared/operator-error.ts'

/** Where a part of the service listens, and the settings that say so. */
export interface ListeningAt {
  readonly host: string
  readonly port: number
  readonly settings: { readonly host: string; readonly port: string }
}

/** The system does not let this process listen there. The message says why, and what to type. */
class PortRefused extends OperatorError {
  override readonly name = 'PortRefused'
}

/** Why a server can't listen, as a sentence for the operator; another error is given as it is. */
export function portRefused(error: unknown, { host, port, settings }: ListeningAt): unknown {
  const why = reasons[(error as NodeJS.ErrnoException).code ?? '']
  return why === undefined ? error : new PortRefused(why({ host, port, settings }), { cause: error })
}

const reasons: Readonly<Record<string, (at: ListeningAt) => string>> = {
  EADDRINUSE: ({ port, host, settings }) =>
    `port ${port} of ${host} is taken by another program, which \`ss -ltnp 'sport = :${port}'\` names: stop that, or set ${settings.port}=${port + 1}`,
  EACCES: ({ port, settings }) =>
    `only root may listen on port ${port}: set ${settings.port} to one above 1023, and put a proxy in front of it`,
  EADDRNOTAVAIL: ({ host, settings }) => `${host} is not an address of this machine: set ${settings.host} to one that \`ip address\` lists`,
}
