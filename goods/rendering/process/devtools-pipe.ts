import type { Readable, Writable } from 'node:stream'
import { z } from '../../../src/goods/door.ts'
import { readMessages } from './read-messages.ts'

type Params = Readonly<Record<string, unknown>>

/** The browser has gone, or said what no browser says. */
export class BrowserGone extends Error {
  override readonly name = 'BrowserGone'
}

/** A command that the browser refused. Its words are the browser's, and may be those of a page. */
class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}

/** Commands to one target of the browser, and its events. */
export interface DevtoolsSession {
  /** @throws BrowserGone, CommandRefused, AnswerTooLong */
  send(method: string, params?: Params): Promise<Params>
  /** Calls `run` for each event of this name; returns how to stop. */
  on(event: string, run: (params: Params) => void): () => void
}

/** The browser's debugging pipe: JSON messages with a zero byte after each. There is no port that a page could reach. */
export interface DevtoolsPipe extends DevtoolsSession {
  session(id: string): DevtoolsSession
  /** Resolves when the pipe has ended. */
  readonly ended: Promise<void>
  isOpen(): boolean
  close(): void
}

/** An answer that would take too long to parse; nothing of it was kept. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

/** Some more than the largest picture in base64. Parsing such a message takes some 10 ms. */
const maxMessageBytes = 4_200_000

const message = z.object({
  id: z.number().optional(),
  sessionId: z.string().optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
})

interface Waiting {
  done(result: Params): void
  fail(error: Error): void
}

export function openDevtoolsPipe(toBrowser: Writable, fromBrowser: Readable): DevtoolsPipe {
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, Set<(params: Params) => void>>()
  let lastId = 0
  let open = true
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))

  function close(): void {
    if (!open) return
    open = false
    toBrowser.destroy()
    fromBrowser.destroy()
    for (const { fail } of waiting.values()) fail(new BrowserGone('the browser has ended'))
    waiting.clear()
    listeners.clear()
    end()
  }

  function take(text: string): void {
    const { id, sessionId = '', method, params = {}, result = {}, error } = message.parse(JSON.parse(text))
    if (id !== undefined) {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (error) asked?.fail(new CommandRefused(error.message.slice(0, 300)))
      else asked?.done(result)
    } else if (method !== undefined) {
      listeners.get(`${sessionId} ${method}`)?.forEach((run) => run(params))
    }
  }

  /** An event that is too long is left out. A command gets an error in place of its answer. */
  function skip(head: string): void {
    const id = Number(/^\{"id":(\d{1,15})\b/.exec(head)?.[1] ?? Number.NaN)
    const asked = waiting.get(id)
    waiting.delete(id)
    asked?.fail(new AnswerTooLong(`the browser's answer has more than ${maxMessageBytes} bytes`))
  }

  readMessages(fromBrowser, maxMessageBytes, { take, skip, end: close })
  toBrowser.on('error', close)

  const session = (sessionId: string): DevtoolsSession => ({
    send(method, params = {}) {
      if (!open) return Promise.reject(new BrowserGone('the browser has ended'))
      const id = ++lastId
      return new Promise((done, fail) => {
        waiting.set(id, { done, fail })
        toBrowser.write(`${JSON.stringify({ id, method, params, ...(sessionId === '' ? {} : { sessionId }) })}\0`)
      })
    },
    on(event, run) {
      const key = `${sessionId} ${event}`
      const known = listeners.get(key) ?? new Set()
      listeners.set(key, known.add(run))
      return () => void known.delete(run)
    },
  })

  return { ...session(''), session, ended, isOpen: () => open, close }
}
