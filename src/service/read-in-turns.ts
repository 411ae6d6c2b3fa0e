import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Timers } from '../shared/clock.ts'

/**
 * Reads no more from a connection than can be answered without delaying others. Node parses everything that it has read at once, and
 * 64 KB may hold two thousand requests.
 */
export interface ReadingInTurns {
  /** Must be called from an event `connection` of the server. */
  connected(socket: Socket): void
  /** For every request of these connections. */
  started(socket: Socket, response: ServerResponse): void
}

export interface ReadingLimits {
  /** What the parser gets in one piece. The shortest requests have 28 bytes. */
  readonly pieceBytes: number
  /** What it gets of one connection in one turn of the event loop, for the sake of requests that Node answers itself. */
  readonly bytesPerTurn: number
  /** Requests of a connection without an answer. With as many, no further piece is parsed. */
  readonly unanswered: number
  /** Connections that go on in one turn, of those that have sent more than one turn parses. */
  readonly connectionsPerTurn: number
}

export const readingLimits: ReadingLimits = { pieceBytes: 1_024, bytesPerTurn: 8_192, unanswered: 16, connectionsPerTurn: 2 }

interface Connection {
  unanswered: number
  /** Goes on where it waits for answers. */
  goOn: (() => void) | null
}

export function readInTurns(timers: Pick<Timers, 'soon'>, limits = readingLimits): ReadingInTurns {
  const connections = new WeakMap<Socket, Connection>()
  const goOnSoon = goOnInTurns(timers, limits.connectionsPerTurn)
  return {
    connected(socket) {
      const connection: Connection = { unanswered: 0, goOn: null }
      connections.set(socket, connection)
      feedInTurns(socket, connection, goOnSoon, limits)
    },
    started(socket, response) {
      const connection = connections.get(socket)
      if (!connection) return
      connection.unanswered += 1
      response.on('close', () => {
        connection.unanswered -= 1
        if (connection.unanswered < limits.unanswered) connection.goOn?.()
      })
    },
  }
}

/** Continues work in later turns, in the order in which it was handed in. */
function goOnInTurns(timers: Pick<Timers, 'soon'>, perTurn: number): (run: () => void) => void {
  let waiting: (() => void)[] = []
  const nextTurn = () => {
    const now = waiting.slice(0, perTurn)
    waiting = waiting.slice(perTurn)
    if (waiting.length > 0) timers.soon(nextTurn)
    for (const run of now) run()
  }
  return (run) => {
    waiting.push(run)
    if (waiting.length === 1) timers.soon(nextTurn)
  }
}

/** Puts itself between the socket and the parser, which gets the same bytes in the same order. */
function feedInTurns(socket: Socket, connection: Connection, goOnSoon: (run: () => void) => void, limits: ReadingLimits): void {
  const parse = socket.listeners('data')[0] as ((chunk: Buffer) => void) | undefined
  if (parse === undefined) throw new Error('The HTTP server does not listen to its connection.')
  const waiting: Buffer[] = []
  let held = false

  const goOn = () => {
    connection.goOn = null
    goOnSoon(() => {
      socket.resume()
      feed()
    })
  }

  /** Node itself stops reading while its answers are not taken. The event may also be of a call of ours before that. */
  const goOnAfterNode = () =>
    void socket.once('resume', () => {
      if (socket.isPaused()) return goOnAfterNode()
      // It may be the end of an answer that was sent in this turn.
      socket.pause()
      goOn()
    })

  const feed = () => {
    held = false
    for (let fed = 0; ;) {
      const piece = socket.destroyed ? undefined : takePiece(waiting, limits.pieceBytes)
      if (piece === undefined) return
      fed += piece.length
      parse.call(socket, piece)
      const full = connection.unanswered >= limits.unanswered
      if (!full && (waiting.length === 0 || fed < limits.bytesPerTurn) && !socket.isPaused()) continue
      held = true
      if (socket.isPaused()) return goOnAfterNode()
      socket.pause()
      if (full) connection.goOn = goOn
      else goOn()
      return
    }
  }

  socket.off('data', parse)
  // Also makes Node hand the bytes over: without a listener of others its parser reads from the connection itself.
  socket.on('data', (chunk: Buffer) => {
    waiting.push(chunk)
    if (!held) feed()
  })
}

/** Takes the next bytes out of the list, of one chunk. */
function takePiece(waiting: Buffer[], bytes: number): Buffer | undefined {
  const [chunk] = waiting
  if (chunk === undefined) return undefined
  if (chunk.length <= bytes) return waiting.shift()
  waiting[0] = chunk.subarray(bytes)
  return chunk.subarray(0, bytes)
}
