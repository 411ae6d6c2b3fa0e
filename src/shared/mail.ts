/** A mail server, and how the service signs in to it. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise by STARTTLS. */
  readonly isSecure: boolean
  /** A server without STARTTLS is refused, since it would get the password in the clear. */
  readonly needsTls: boolean
  readonly user: string | null
  readonly password: string | null
}

/** A mail in plain text. */
export interface Mail {
  readonly subject: string
  readonly text: string
}

/** Sends a mail to the operator. @param id the same at each try. @throws Error whose message says why it was not taken */
export type SendMail = (mail: Mail & { readonly id: string }, signal: AbortSignal) => Promise<void>
