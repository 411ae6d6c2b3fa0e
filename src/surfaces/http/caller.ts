import type { Context } from 'hono'
import { clientAddress, type ClientKeys, type TrustedProxies } from '../../gate/limits/client-address.ts'

interface CallerParts {
  readonly clientKeys: ClientKeys
  readonly proxies: TrustedProxies
}

/** The key under which the caller's address counts. */
export function clientOf(context: Context, parts: CallerParts): string {
  return clientKey(socketAddress(context), context.req.header('x-forwarded-for') ?? null, parts)
}

/** The same from the socket's address and `X-Forwarded-For`. */
export function clientKey(address: string | undefined, forwardedFor: string | null, { clientKeys, proxies }: CallerParts): string {
  return clientKeys.of(clientAddress(address, forwardedFor, proxies))
}

/** Whether the connection was reset before its address was read. False without a socket, as in tests. */
export function callerHasGone(context: Context): boolean {
  const socket = socketOf(context)
  return socket !== undefined && socket.remoteAddress === undefined
}

/** Whether a trusted proxy speaks for the caller. */
export function comesFromProxy(context: Context, { proxies }: Pick<CallerParts, 'proxies'>): boolean {
  const address = socketAddress(context)
  return address !== undefined && proxies.has(address)
}

/** Of the connection's other end; undefined without a socket. */
export function socketAddress(context: Context): string | undefined {
  return socketOf(context)?.remoteAddress
}

/** What the caller asked for, as the request line has it; undefined without a socket. */
export function requestTarget(context: Context): string | undefined {
  return incomingOf(context)?.url
}

function socketOf(context: Context): { readonly remoteAddress?: string } | undefined {
  return incomingOf(context)?.socket
}

interface Incoming {
  readonly url?: string
  readonly socket?: { readonly remoteAddress?: string }
}

function incomingOf(context: Context): Incoming | undefined {
  return (context.env as { incoming?: Incoming } | undefined)?.incoming
}
