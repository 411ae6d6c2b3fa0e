import type { Config } from '../config/config.ts'
import { createSiteProbe, type ProbeAnswer, type SiteProbe } from '../net/probe-site.ts'
import { UpstreamUnreachable } from '../net/upstream-errors.ts'
import { counted, findingsOf, type Finding } from '../goods/finding.ts'
import { isLoopback } from '../ops/setting-formats.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import { operatorSignatureHeader, operatorSignatureOf } from '../shared/operator-signature.ts'
import type { EchoedRequest } from '../surfaces/http/doctor-echo-route.ts'

const site = findingsOf('public-url')
const tls = findingsOf('tls')
const proxy = findingsOf('proxy')

const askMs = 8_000
const dayMs = 86_400_000
/** Renewal by certbot or Caddy begins 30 days before the end, so with less than this it has failed. */
const renewedDays = 14
/** Payments of plain wallets have about 1,200 characters; those of contract wallets are the longest. */
const usualPayment = 4_000
const longPayment = 7_000
/** An address that nobody has (RFC 5737), as a client could forge it. */
const forged = '192.0.2.77'

export interface PublicUrlParts {
  readonly config: Pick<Config, 'publicUrl' | 'answerWithinSeconds' | 'maxBodyBytes' | 'host' | 'port'>
  /** Proves to the service that the operator asks; null where it could not be read. */
  readonly secret: string | null
  /** Leaves out what waits as long as a call may take. */
  readonly quick: boolean
  /** See `SiteProbeParts`. */
  readonly trusted?: string
  readonly clock: Clock
  readonly timers: Timers
}

/** Asks the public address as a client does: certificate, what proxies change and cut off, and how long they wait. */
export async function checkPublicUrl(parts: PublicUrlParts): Promise<readonly Finding[]> {
  const { publicUrl } = parts.config
  if (publicUrl === null) return []
  const probe = createSiteProbe(publicUrl, parts)
  try {
    const first = await probe.ask('/livez', { timeoutMs: askMs })
    const second = await probe.ask('/livez', { timeoutMs: askMs })
    const unreached = unreachedFinding(first, parts)
    const ofConnection = [...certificateFindings(first, parts.clock.now()), ...keepAliveFindings(second)]
    if (unreached) return [unreached, ...ofConnection]
    const marked = await markedFindings(probe, parts)
    return [site.ok(`${publicUrl} answers`), ...ofConnection, ...marked]
  } catch (error) {
    if (!(error instanceof UpstreamUnreachable)) throw error
    return [unreachable(error, publicUrl)]
  } finally {
    probe.close()
  }
}

function unreachable({ reason }: UpstreamUnreachable, publicUrl: string): Finding {
  const { hostname, host } = new URL(publicUrl)
  const fixes: Readonly<Record<string, string>> = {
    dns: `give ${hostname} an address in the DNS, or correct PUBLIC_URL`,
    tls: `give the proxy a certificate for ${hostname}, or correct PUBLIC_URL`,
    timeout: `open the firewall for ${host}, and let the proxy answer`,
  }
  const fix = fixes[reason] ?? `start the proxy that listens on ${host}, or correct PUBLIC_URL`
  return site.fault(`${publicUrl} can't be reached: ${reason}`, fix, 'PUBLIC_URL')
}

function unreachedFinding({ status, body }: ProbeAnswer, { config }: PublicUrlParts): Finding | null {
  const { publicUrl, host, port } = config
  if (status === 200 && body.includes('"alive"')) return null
  const here = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  if (status >= 502 && status <= 504) {
    const fix = `start the service, or let the proxy pass requests to ${here} (nginx: proxy_pass ${here})`
    return site.fault(`the proxy at ${publicUrl} answers ${status}: it does not reach the service`, fix, 'PUBLIC_URL')
  }
  const fix = `let the proxy pass every path below PUBLIC_URL to ${here}, or correct PUBLIC_URL`
  return site.fault(`${publicUrl}/livez answers ${status}, and not as this service does`, fix, 'PUBLIC_URL')
}

function certificateFindings({ certificate }: ProbeAnswer, now: number): readonly Finding[] {
  if (certificate === null) return []
  const { objection, validUntil } = certificate
  const days = validUntil === null ? null : Math.floor((validUntil - now) / dayMs)
  if (days !== null && days < 0) {
    return [tls.fault(`the certificate ended ${counted(-days, 'day')} ago`, 'renew it, and let it renew itself (certbot renew, or Caddy)')]
  }
  if (objection !== null) {
    const fix = 'use a certificate that every client trusts, for the host of PUBLIC_URL and with its intermediate ones (fullchain.pem)'
    return [tls.fault(`clients do not trust the certificate: ${objection}`, fix)]
  }
  if (days === null) return []
  if (days < renewedDays) {
    const fix = 'renew it, and find out why it has not renewed itself (certbot renew --dry-run)'
    return [tls.warning(`the certificate ends in ${counted(days, 'day')}`, fix)]
  }
  return [tls.ok(`the certificate is trusted, ${counted(days, 'day')} left`)]
}

function keepAliveFindings({ reused }: ProbeAnswer): readonly Finding[] {
  if (reused) return []
  const fix = 'let the proxy keep connections of clients open (nginx: keepalive_timeout 75s): else each call waits for a new handshake'
  return [proxy.warning('the proxy closes the connection after each request', fix, 'keep-alive')]
}

async function markedFindings(probe: SiteProbe, parts: PublicUrlParts): Promise<readonly Finding[]> {
  const { secret, config, clock } = parts
  if (secret === null) {
    const fix = 'run doctor as the user of the service, with the same settings, so that it may read MPP_SECRET or DATA_DIR/mpp-secret'
    return [proxy.warning('what the proxy changes could not be looked at: the secret of the service is not readable', fix)]
  }
  const mark = () => ({ [operatorSignatureHeader]: operatorSignatureOf(secret, clock.now()) })
  const plain = await probe.ask('/doctor/seen', { headers: { ...mark(), 'x-forwarded-for': forged }, timeoutMs: askMs })
  const seen = seenIn(plain)
  if (seen === null) {
    const fix = 'run doctor with the settings of the service that PUBLIC_URL leads to (MPP_SECRET, DATA_DIR), or correct PUBLIC_URL'
    return [proxy.fault(`${config.publicUrl} leads to another service, or to one with another MPP_SECRET`, fix, 'PUBLIC_URL')]
  }
  const checks = [
    headerFindings(probe, mark),
    bodyFindings(probe, mark, config.maxBodyBytes),
    ...(parts.quick ? [] : [patienceFindings(probe, mark, config.answerWithinSeconds)]),
  ]
  const found = [...addressFindings(seen), ...(await Promise.all(checks)).flat()]
  return found.length > 0 ? found : [proxy.ok('it passes clients, payments and bodies on, and waits long enough')]
}

function seenIn({ status, body }: ProbeAnswer): EchoedRequest | null {
  if (status !== 200) return null
  try {
    const seen = JSON.parse(body) as Partial<EchoedRequest>
    return typeof seen.client === 'string' && typeof seen.peer === 'string' ? (seen as EchoedRequest) : null
  } catch {
    return null
  }
}

/** Whether the service counts by the address of the client: not by the proxy's, and not by what a client writes. */
export function addressFindings({ client, peer, peerTrusted, forwardedFor }: EchoedRequest): readonly Finding[] {
  if (client === forged) {
    const added = (forwardedFor ?? '').split(',').slice(1)
    // Doctor runs on the machine of the proxy, so it counts as a proxy itself.
    if (added.length > 0 && added.every((hop) => hop.trim() === peer || isLoopback(hop.trim()))) return []
    const fix =
      added.length === 0
        ? 'let the proxy add the address of its client to X-Forwarded-For (nginx: $proxy_add_x_forwarded_for)'
        : `name nothing but your proxies in TRUSTED_PROXIES: ${added.join(',').trim()} is in it`
    return [proxy.fault('the service believes any address that a client writes into X-Forwarded-For', fix, 'TRUSTED_PROXIES')]
  }
  if (forwardedFor === null) {
    const fix = 'let the proxy send X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for)'
    return [proxy.fault(`the proxy removes X-Forwarded-For: all clients share the limits of ${peer}`, fix, 'X-Forwarded-For')]
  }
  if (!peerTrusted && forwardedFor !== forged) {
    const fix = `set TRUSTED_PROXIES=${peer}`
    const found = `the service sees the proxy's address ${peer} and not the client's: all clients share its limits`
    return [proxy.fault(found, fix, 'TRUSTED_PROXIES')]
  }
  return []
}

/** Payments come in headers, which proxies limit or remove. */
async function headerFindings(probe: SiteProbe, mark: () => Record<string, string>): Promise<readonly Finding[]> {
  const send = async (length: number) => {
    const headers = { ...mark(), 'payment-signature': 'A'.repeat(length), authorization: `Payment ${'A'.repeat(100)}` }
    const answer = await probe.ask('/doctor/seen', { headers, timeoutMs: askMs })
    return { status: answer.status, seen: seenIn(answer) }
  }
  const [usual, long] = [await send(usualPayment), await send(longPayment)]
  const wider = 'let the proxy take headers of 16 KB (nginx: large_client_header_buffers 4 16k)'
  if (usual.seen === null)
    return [proxy.fault(`the proxy refuses a payment of ${usualPayment} characters with ${usual.status}`, wider, 'PAYMENT-SIGNATURE')]
  const found: Finding[] = []
  if (usual.seen.paymentSignature !== usualPayment)
    found.push(
      proxy.fault('the header PAYMENT-SIGNATURE does not arrive whole', 'let the proxy pass this header unchanged', 'PAYMENT-SIGNATURE'),
    )
  if (usual.seen.authorization === 0) {
    const fix = 'let the proxy pass Authorization on (nginx: remove proxy_set_header Authorization "" and auth_basic)'
    found.push(proxy.fault('the header Authorization does not arrive, by which MPP pays', fix, 'Authorization'))
  }
  if (long.seen === null)
    found.push(proxy.warning(`the proxy refuses a payment of ${longPayment} characters with ${long.status}`, wider, 'PAYMENT-SIGNATURE'))
  return found
}

async function bodyFindings(probe: SiteProbe, mark: () => Record<string, string>, bytes: number): Promise<readonly Finding[]> {
  const headers = { ...mark(), 'content-type': 'text/plain' }
  const answer = await probe.ask('/doctor/seen', { method: 'POST', headers, body: 'A'.repeat(bytes), timeoutMs: askMs })
  if (seenIn(answer)?.bodyBytes === bytes) return []
  const fix = `let the proxy take bodies of ${bytes} bytes (nginx: client_max_body_size ${Math.ceil(bytes / 1024)}k), or lower MAX_BODY_BYTES`
  return [proxy.fault(`the proxy refuses a body of ${bytes} bytes with ${answer.status}; MAX_BODY_BYTES allows it`, fix, 'MAX_BODY_BYTES')]
}

/** A call that waits for its settlement must be answered by us: behind a proxy that gave up, the payer knows nothing of its payment. */
async function patienceFindings(probe: SiteProbe, mark: () => Record<string, string>, seconds: number): Promise<readonly Finding[]> {
  const waitMs = seconds * 1000
  const fix = `let the proxy wait longer than ANSWER_WITHIN_SECONDS (nginx: proxy_read_timeout ${seconds + 10}s), or lower that setting`
  try {
    const answer = await probe.ask(`/doctor/seen?waitMs=${waitMs}`, { headers: mark(), timeoutMs: waitMs + askMs })
    if (seenIn(answer) !== null) return []
    return [
      proxy.fault(
        `the proxy gives up with ${answer.status} before the ${seconds} seconds that a call may take`,
        fix,
        'ANSWER_WITHIN_SECONDS',
      ),
    ]
  } catch (error) {
    if (!(error instanceof UpstreamUnreachable)) throw error
    return [proxy.fault(`the proxy cuts the connection before the ${seconds} seconds that a call may take`, fix, 'ANSWER_WITHIN_SECONDS')]
  }
}
