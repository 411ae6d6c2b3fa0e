import type { BareInput } from '../servers/bare-hono.ts'
import { openConnection, type Reply } from './http-connection.ts'

/** The answer of a server to one request. */
export async function replyOf(port: number, text: string): Promise<Reply> {
  const connection = await openConnection(port)
  const reply = await connection.ask(text)
  connection.close()
  return reply
}

/** The input with which a bare server sends the same answer; Node adds the other headers. */
export function sameBytes({ status, head, body }: Reply, path: string, from: BareInput['from']): BareInput {
  const added = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
    .filter(([name]) => !added.includes(name.toLowerCase()))
  return { from, path, status, headers: Object.fromEntries(headers), body: body.toString('utf8') }
}
