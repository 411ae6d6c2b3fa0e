import pg from 'pg'
import type { Connection } from './connection-options.ts'
import type { DatabaseServers } from './database-servers.ts'

/** The server takes no writes: it is a standby, or one that was demoted. */
export class TakesNoWrites extends Error {
  override readonly name = 'TakesNoWrites'
}

/** Which of several servers is used now. */
export interface ServerChoice {
  /** The server for the next connection. Others are tried where the last one failed. @throws the error of the last one that was tried */
  choose(): Promise<Connection>
  /** The server that was chosen could not be used. */
  failed(): void
}

/** How long one server may take to answer before the next one is tried. */
const answerMs = 2_000

/**
 * Tries the servers in their order, and keeps to the first that can be used until it fails. Where a single server is named and any is
 * right, nothing is asked.
 * @param refuse says why a server must not be used, though it answers and takes writes; it rejects then
 */
export function createServerChoice(
  { connections, takesWrites }: DatabaseServers,
  options: Pick<pg.ClientConfig, 'application_name' | 'types'>,
  refuse: (client: pg.ClientBase) => Promise<void> = async () => {},
): ServerChoice {
  let chosen: Connection | null = connections.length === 1 && !takesWrites ? connections[0]! : null
  const isFixed = chosen !== null
  let choosing: Promise<Connection> | null = null

  async function tryAll(): Promise<Connection> {
    const errors: unknown[] = []
    for (const connection of connections) {
      const client = new pg.Client({ ...connection, ...options, connectionTimeoutMillis: answerMs, query_timeout: answerMs })
      client.on('error', () => {})
      try {
        await client.connect()
        if (takesWrites) await requireWrites(client)
        await refuse(client)
        chosen = connection
        return connection
      } catch (error) {
        errors.push(error)
      } finally {
        await client.end().catch(() => {})
      }
    }
    // What one of them said of the login, or of itself, says more than that another is away.
    throw errors.find((error) => error instanceof pg.DatabaseError) ?? errors.find((error) => error instanceof TakesNoWrites) ?? errors.at(-1)
  }

  return {
    async choose() {
      if (chosen !== null) return chosen
      choosing ??= tryAll().finally(() => {
        choosing = null
      })
      return choosing
    },
    failed() {
      if (!isFixed) chosen = null
    },
  }
}

/** @throws TakesNoWrites */
export async function requireWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean | string; read_only: string }>(
    `SELECT pg_is_in_recovery()::text AS standby, current_setting('transaction_read_only') AS read_only`,
  )
  if (rows[0]?.standby === 'true' || rows[0]?.read_only === 'on')
    throw new TakesNoWrites('the server takes no writes: it is a standby, or was demoted')
}

/** A client that connects to the server that is chosen when it connects. */
export function clientOfChoice(choice: ServerChoice): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const connecting = this.#connectToChoice()
      if (callback === undefined) return connecting
      connecting.then(() => callback(null as unknown as Error), callback)
    }

    async #connectToChoice(): Promise<this> {
      const { host, port } = await choice.choose()
      Object.assign(this, { host, port })
      try {
        await super.connect()
      } catch (error) {
        choice.failed()
        throw error
      }
      return this
    }
  } as typeof pg.Client
}
