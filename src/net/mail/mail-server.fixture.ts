import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface TestMailServer {
  readonly port: number
  /** Recipients and the text of each mail that was taken. */
  readonly mails: { readonly to: readonly string[]; readonly text: string }[]
  close(): Promise<void>
}

/** A mail server that says no word of TLS. @param answers what it says to the end of a mail, one after the other, then that it is taken; null for nothing at all */
export async function openTestMailServer(answers: (string | null)[] = []): Promise<TestMailServer> {
  const mails: TestMailServer['mails'] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let to: string[] = []
    let text: string[] | null = null
    let rest = ''
    const say = (line: string) => void socket.write(`${line}\r\n`)
    const take = (line: string) => {
      if (text !== null && line !== '.') return void text.push(line)
      if (text !== null) {
        const answer = answers.length > 0 ? answers.shift()! : '250 taken'
        if (answer?.startsWith('250')) mails.push({ to, text: text.join('\n') })
        text = null
        return answer === null ? undefined : say(answer)
      }
      const [, recipient] = /^RCPT TO:<(.+)>/i.exec(line) ?? []
      if (recipient !== undefined) to.push(recipient)
      if (/^MAIL/i.test(line)) to = []
      if (/^DATA/i.test(line)) {
        text = []
        return say('354 go on')
      }
      if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n')
      return say(/^(?:EHLO|MAIL|RCPT)/i.test(line) ? '250 ok' : '502 not here')
    }
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const lines = (rest + data.toString('utf8')).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) take(line)
    })
    say('220 test')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
