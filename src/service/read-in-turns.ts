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
  /** While so many requests of a connection have no answer, no further piece is parsed. */
  readonly unanswered: number
}

export const readingLimits: ReadingLimits = { pieceBytes: 2_048, bytesPerTurn: 8_192, unanswered: 16 }

interface Connection {
  unanswered: number
  /** Goes on where it waits for answers. */
  goOn: (() => void) | null
}

export function readInTurns(timers: Pick<Timers, 'soon'>, limits = readingLimits): ReadingInTurns {
  const connections = new WeakMap<Socket, Connection>()
  return {
    connected(socket) {
      const connection: Connection = { unanswered: 0, goOn: null }
      connections.set(socket, connection)
      feedInTurns(socket, connection, timers, limits)
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

/** Puts itself between the socket and the parser, which gets the same bytes in the same order. */
function feedInTurns(socket: Socket, connection: Connection, timers: Pick<Timers, 'soon'>, limits: ReadingLimits): void {
  const parse = socket.listeners('data')[0] as ((chunk: Buffer) => void) | undefined
  if (parse === undefined) throw new Error('The HTTP server does not listen to its connection.')
  const waiting: Buffer[] = []
  let held = false

  const goOnSoon = () => {
    connection.goOn = null
    timers.soon(() => {
      socket.resume()
      feed()
    })
  }

  /** Node itself stops reading while its answers are not taken. The event may also be of a call of ours before that. */
  const goOnWithNode = () => void socket.once('resume', () => (socket.isPaused() ? goOnWithNode() : feed()))

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
      if (socket.isPaused()) return goOnWithNode()
      socket.pause()
      if (full) connection.goOn = goOnSoon
      else goOnSoon()
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
