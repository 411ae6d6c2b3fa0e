import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../src/service/listen.ts'
import { adapted } from '../../deploy/kit-programs.ts'
import { callWith, pay, priceOfBitcoin, receiptOf } from '../../signed-payments.ts'
import { startTestService, type TestService } from '../../start-test-service.ts'
import { describeWith } from '../needs.ts'
import { startCaddy, startNginx, type ProxyName } from './proxy-programs.ts'
import { writeCertificate, type ReverseProxy } from './stock-proxies.ts'

/** The certificates here are our own. */
const checked = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
beforeAll(() => void (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'))
afterAll(() => {
  if (checked === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = checked
})

/** nginx with the kit's settings: only addresses, certificate and directories are others. */
async function nginxOfKit(directory: string, service: string): Promise<ReverseProxy> {
  const port = await freePort('127.0.0.1', 0)
  const files = writeCertificate(directory)
  const site = join(directory, 'farthing.conf')
  writeFileSync(
    site,
    adapted('proxies/nginx.conf', [
      ['server 127.0.0.1:4020 ', `server ${new URL(service).host} `],
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['/etc/ssl/farthing/certificate.pem', files.certificate],
      ['/etc/ssl/farthing/key.pem', files.key],
    ]),
  )
  return { ...(await startNginx(directory, port, `include ${site};`)), url: `https://127.0.0.1:${port}` }
}

/** Caddy with the kit's settings, and an authority of its own. */
async function caddyOfKit(directory: string, service: string): Promise<ReverseProxy> {
  const port = await freePort('127.0.0.1', 0)
  const env = { DOMAIN: `https://localhost:${port}`, UPSTREAMS: new URL(service).host }
  return { ...(await startCaddy(directory, port, readFileSync('deploy/proxies/Caddyfile', 'utf8'), env)), url: `https://localhost:${port}` }
}

const proxies: readonly (readonly [ProxyName, typeof nginxOfKit])[] = [
  ['nginx', nginxOfKit],
  ['caddy', caddyOfKit],
]
for (const [name, start] of proxies)
  await describeWith([name], `the kit's settings for ${name}`, () => {
    let directory: string
    let service: TestService
    let proxy: ReverseProxy
    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), 'farthing-kit-'))
      service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1,::1', FREE_QUOTA_PER_DAY: '1' } })
      proxy = await start(directory, service.url)
    })
    afterAll(async () => {
      await proxy?.close()
      await service?.close()
      rmSync(directory, { recursive: true, force: true })
    })

    test('a call is paid through it, and keeps its metrics to those who ask the instance itself', async () => {
      const paid = await pay(proxy.url, await service.payingWallet(), { path: priceOfBitcoin })
      expect([paid.status, (await receiptOf(paid)).state]).toEqual([200, 'settled'])
      expect((await fetch(`${service.url}/metrics`)).status).toBe(200)
      expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404)
    })

    test('a payment that is too long is refused by the service, which says so, and not by the proxy', async () => {
      const refused = await callWith(proxy.url + priceOfBitcoin, 'x'.repeat(9_000))
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([431, 'header_too_large'])
    })

    test('what a caller writes into X-Forwarded-For is not believed', async () => {
      const call = (address: string) => fetch(`${proxy.url}/v1/settlement/estimate?amount=100`, { headers: { 'X-Forwarded-For': address } })
      expect((await call('203.0.113.1')).status).toBe(200)
      // The one free call of the day is used up, whatever address the second caller makes up.
      expect((await call('203.0.113.2')).status).toBe(402)
    })
  })
