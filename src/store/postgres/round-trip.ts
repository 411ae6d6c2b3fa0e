import type pg from 'pg'

/** Called with the parts of an answer as they arrive. */
export interface AnswerListener {
  /** Names of the columns that the next rows have, and the numbers of their types. */
  columns?(message: { readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[] }): void
  /** One row as text, column by column. */
  row?(message: { readonly fields: readonly (string | null)[] }): void
  /** One statement is done; its transaction is not yet. */
  done?(): void
}

const ignored = () => {}

/**
 * Sends messages of the extended protocol with one Sync behind them, in one write: one round trip, and all of it one
 * transaction. Resolves once that is committed. Rejects with the server's error, after which nothing of it was written, or
 * with what broke the connection.
 *
 * `client.query` takes any object that it can submit. Beyond the declared `submit` it calls the methods of `pg.Query`.
 */
export function roundTrip(client: pg.ClientBase, write: (connection: pg.Connection) => void, listener: AnswerListener): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const query = {
    // The client replaces it by one that stops the timer of `query_timeout` first.
    callback: (error?: Error) => (error ? reject(error) : resolve()),
    submit(connection: pg.Connection) {
      connection.stream.cork()
      write(connection)
      connection.sync()
      connection.stream.uncork()
    },
    handleError: (error: Error) => query.callback(error),
    handleReadyForQuery: () => query.callback(),
    handleRowDescription: listener.columns ?? ignored,
    handleDataRow: listener.row ?? ignored,
    handleCommandComplete: listener.done ?? ignored,
    handleEmptyQuery: listener.done ?? ignored,
    handlePortalSuspended: ignored,
    handleCopyInResponse: ignored,
    handleCopyData: ignored,
  }
  client.query(query)
  return promise
}
