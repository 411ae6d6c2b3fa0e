import { STATUS_CODES, type OutgoingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem } from '../shared/problems.ts'
import { refusalResponse } from '../surfaces/http/respond.ts'

interface Unreadable extends NodeJS.ErrnoException {
  /** What arrived last, where Node could not read it. */
  readonly rawPacket?: Buffer
}

/** Answers requests that Node cannot read in the form of all errors. Otherwise it answers them without a body. */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (error: Unreadable, socket: Duplex) => {
    const problem = problemOf(error.code)
    if (problem === null || !socket.writable || hasBegunToAnswer(socket)) return void socket.destroy()
    const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD '
    void rawAnswer(problem, isHead).then((answer) => socket.end(answer))
  })
}

/** Null for a client that is gone, or so slow that its time is up. */
function problemOf(code: string | undefined): Problem | null {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('header_too_large', 'The address and the headers of a request may have 16 KB together.')
  return code?.startsWith('HPE_') ? new Problem('invalid_input', 'This is not a valid HTTP request.') : null
}

/** Whether an earlier request on the connection is being answered, into whose answer nothing may be written. */
function hasBegunToAnswer(socket: Duplex): boolean {
  const { _httpMessage: answering } = socket as { _httpMessage?: OutgoingMessage | null }
  return answering?.headersSent ?? false
}

async function rawAnswer(problem: Problem, isHead: boolean): Promise<string> {
  const response = refusalResponse(problem)
  const body = await response.text()
  const head = [...response.headers, ['Content-Length', String(Buffer.byteLength(body))], ['Connection', 'close']]
  return [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
    ...head.map(([name, value]) => `${name}: ${value}`),
    '',
    isHead ? '' : body,
  ].join('\r\n')
}
