import { createTransport } from 'nodemailer'
import type { Timers } from '../../shared/clock.ts'
import type { MailServer, SendMail } from '../../shared/mail.ts'

/** Milliseconds for each step of a mail. */
const timeoutMs = 15_000
/** Milliseconds for all of it: a server may answer one line every few seconds. */
const totalMs = 60_000

/** Sends mails over the operator's server, each over a connection of its own. */
export function createMailTransport(parts: {
  readonly server: MailServer
  readonly from: string
  readonly to: readonly string[]
  readonly timers: Pick<Timers, 'after'>
}): SendMail {
  const { host, port, isSecure, needsTls, user, password } = parts.server
  return async ({ id, subject, text }, signal) => {
    const transport = createTransport({
      host,
      port,
      secure: isSecure,
      requireTLS: needsTls,
      ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const ending = Promise.withResolvers<never>()
    const end = () => ending.reject(new Error('the mail server took too long'))
    const cancel = parts.timers.after(totalMs, end)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
    try {
      const headers = { 'Auto-Submitted': 'auto-generated' }
      const sending = transport.sendMail({ from: parts.from, to: [...parts.to], subject, text, headers, messageId: `<${id}@farthing>` })
      sending.catch(() => {})
      await Promise.race([sending, ending.promise])
    } finally {
      cancel()
      signal.removeEventListener('abort', end)
      transport.close()
    }
  }
}
