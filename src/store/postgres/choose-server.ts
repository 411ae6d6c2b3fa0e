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

/** A server that can be used. */
interface Candidate {
  readonly connection: Connection
  /** A primary that was replaced while it was away has a lower one. 0 where it is not known. */
  readonly timeline: number
}

/**
 * Chooses a server and keeps to it until it fails: the first in their order that can be used. Of several that take writes it is the one with the
 * highest timeline, since the other one does not know yet that it was replaced. Where a single server is named and any is right, nothing is asked.
 * @param refuse rejects where a server must not be used, though it answers and takes writes
 */
export function createServerChoice(
  { connections, takesWrites }: DatabaseServers,
  options: Pick<pg.ClientConfig, 'application_name' | 'types'>,
  refuse: (client: pg.ClientBase) => Promise<void> = async () => {},
): ServerChoice {
  const isFixed = connections.length === 1 && !takesWrites
  let chosen: Connection | null = isFixed ? connections[0]! : null
  let choosing: Promise<Connection> | null = null

  async function withClient<Output>(connection: Connection, use: (client: pg.Client) => Promise<Output>): Promise<Output> {
    const client = new pg.Client({ ...connection, ...options, connectionTimeoutMillis: answerMs, query_timeout: answerMs })
    client.on('error', () => {})
    try {
      await client.connect()
      return await use(client)
    } finally {
      // A server that hangs does not end the connection, and nobody waits for that.
      void client.end().catch(() => {})
    }
  }

  async function candidateOf(connection: Connection): Promise<Candidate> {
    return withClient(connection, async (client) => {
      if (takesWrites) await requireWrites(client)
      return { connection, timeline: takesWrites ? await timelineOf(client) : 0 }
    })
  }

  async function tryAll(): Promise<Connection> {
    const tried = await Promise.allSettled(connections.map(candidateOf))
    const errors: unknown[] = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    const usable = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    for (const { connection } of usable.toSorted((one, other) => other.timeline - one.timeline)) {
      try {
        await withClient(connection, refuse)
        chosen = connection
        return connection
      } catch (error) {
        errors.push(error)
      }
    }
    // What one of them said of the login, or of itself, says more than that another is away.
    throw (
      errors.find((error) => error instanceof pg.DatabaseError) ?? errors.find((error) => error instanceof TakesNoWrites) ?? errors.at(-1)
    )
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

/** 0 where the server does not tell. */
async function timelineOf(client: pg.ClientBase): Promise<number> {
  const text = `SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline`
  const { rows } = await client.query<{ timeline: string }>(text).catch(() => ({ rows: [] }))
  return Number.parseInt(rows[0]?.timeline ?? '0', 16)
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
  }
}
