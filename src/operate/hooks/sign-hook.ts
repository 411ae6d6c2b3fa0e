import { createHmac } from 'node:crypto'

/** A message in the form of Standard Webhooks 1.0. */
export interface HookMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Signs a message with each secret, newest first: its receiver may have any of them. @param at milliseconds since the epoch, of this try */
export function signedHook(
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: number },
  secrets: readonly Uint8Array[],
): HookMessage {
  const seconds = Math.floor(at / 1_000)
  const signed = `${id}.${seconds}.${body}`
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed, 'utf8').digest('base64')}`)
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatures.join(' '),
    },
    body,
  }
}
