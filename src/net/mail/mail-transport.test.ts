import { afterEach, describe, expect, test } from 'vitest'
import { systemTimers } from '../../ops/system.ts'
import type { MailServer } from '../../shared/mail.ts'
import { openTestMailServer, type TestMailServer } from './mail-server.fixture.ts'
import { createMailTransport } from './mail-transport.ts'

const never = new AbortController().signal
let opened: TestMailServer | null = null
afterEach(() => opened?.close())

async function open(answers: (string | null)[] = [], settings: Partial<MailServer> = {}) {
  opened = await openTestMailServer(answers)
  const server: MailServer = {
    host: '127.0.0.1',
    port: opened.port,
    isSecure: false,
    needsTls: false,
    user: null,
    password: null,
    ...settings,
  }
  return {
    send: createMailTransport({ server, from: 'tides@example.org', to: ['a@example.org', 'b@example.org'], timers: systemTimers }),
    mails: opened.mails,
  }
}

describe('a mail', () => {
  test('goes to all of its receivers, with an id that is the same at each try', async () => {
    const { send, mails } = await open()
    await send({ id: 'mail-day-1', subject: 'Tides: 1.5 USDC', text: 'It was good.' }, never)
    expect(mails).toEqual([{ to: ['a@example.org', 'b@example.org'], text: expect.stringContaining('It was good.') as string }])
    const [{ text }] = mails as [(typeof mails)[number]]
    expect(text).toContain('Message-ID: <mail-day-1@farthing>')
    expect(text).toContain('Auto-Submitted: auto-generated')
  })

  test('whose subject an outsider wrote has one subject line, and no further receivers', async () => {
    const { send, mails } = await open()
    await send({ id: 'x', subject: 'tides\r\nBcc: c@example.org\r\n\r\nevil', text: '.\r\nMAIL FROM:<evil@example.org>' }, never)
    const [{ to, text }] = mails as [(typeof mails)[number]]
    expect(to).toEqual(['a@example.org', 'b@example.org'])
    expect(text.split('\n\n')[0]).not.toMatch(/^Bcc:/m)
    expect(mails.length).toBe(1)
  })

  test('that is not taken fails with what the server said', async () => {
    const { send, mails } = await open(['452 the mailbox is full'])
    await expect(send({ id: 'x', subject: 's', text: 't' }, never)).rejects.toThrow('452 the mailbox is full')
    expect(mails).toEqual([])
  })

  test('gives its password to no server that has no TLS', async () => {
    const { send, mails } = await open([], { needsTls: true, user: 'ops', password: 'secret' })
    await expect(send({ id: 'x', subject: 's', text: 't' }, never)).rejects.toThrow(/STARTTLS|TLS|502/)
    expect(mails).toEqual([])
  })

  test('to a server that never answers ends when the service stops', async () => {
    const { send } = await open([null])
    const stopping = new AbortController()
    const sending = send({ id: 'x', subject: 's', text: 't' }, stopping.signal)
    stopping.abort()
    await expect(sending).rejects.toThrow('took too long')
  })
})
