import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validatePaymentRequiredDetailed } from '@agentcash/discovery'
import { parsePaymentRequired } from '@x402/core/schemas'
import { Challenge } from 'mppx'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../../src/net/certificate.fixture.ts'
import { freePort } from '../../../src/service/listen.ts'
import type { DoctorInput } from '../../../src/doctor/doctor.ts'
import type { Service } from '../../../src/service/start-service.ts'
import { createSiteProbe } from '../../../src/net/probe-site.ts'
import { systemTimers } from '../../../src/ops/system.ts'
import { exampleRequest, exampleUrl } from '../../example-calls.ts'
import { closeService, startInProcess } from '../../service-in-process.ts'
import { diagnose, expectToMend, makeSetUp, toMend, type Environment, type SetUp } from '../../doctor/set-up.ts'
import { describeWith } from '../needs.ts'
import { goodLocation, startAlteredNginx, type NginxSettings } from './altered-nginx.ts'

const goodCertificate = selfSigned(['localhost'], [-1, 60])

await describeWith(['nginx'], 'a live service behind nginx', () => {
  let good: SetUp
  let service: Service
  let publicPort: number
  let env: Environment
  const directory = mkdtempSync(join(tmpdir(), 'farthing-nginx-'))
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    good = await makeSetUp()
    publicPort = await freePort('127.0.0.1', 0)
    env = {
      ...good.env,
      PUBLIC_URL: `https://localhost:${publicPort}`,
      TRUSTED_PROXIES: '127.0.0.1',
      ANSWER_WITHIN_SECONDS: '2',
      // The first ones would be fetched from the internet by background work, the contracts of the others are not on this chain.
      SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac,ecb,chainlink,uniswap-v3',
      BROWSER: 'off',
      TEXT_TOOLS: 'off',
    }
    service = await startInProcess({ env: { ...env, DATA_DIR: good.env['DATA_DIR']! }, sandbox: null })
    env = { ...env, PORT: new URL(service.url).port }
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })
  afterAll(async () => {
    if (service) await closeService(service)
    await good?.close()
    rmSync(directory, { recursive: true, force: true })
  })

  async function behind(change: Partial<NginxSettings> = {}): Promise<void> {
    const nginx = await startAlteredNginx({ directory, port: publicPort, target: service.url, certificate: goodCertificate, ...change })
    closing.push(() => nginx.close())
  }

  const look = (change: Environment = {}, more: Partial<DoctorInput> = {}) =>
    diagnose({ ...env, ...change }, { trustedCertificate: goodCertificate.cert, ...more })

  test('has nothing to mend where nothing is wrong, with everything looked at', async () => {
    await behind()
    const findings = await look({}, { quick: false })
    expect(toMend(findings)).toEqual([])
    const passed = new Set(findings.map(({ check }) => check))
    for (const check of ['service', 'public-url', 'tls', 'proxy', 'offers', 'gas', 'clock', 'browser', 'models', 'engines'])
      expect(passed).toContain(check)
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'offers', found: expect.stringMatching(/^\d+ of \d+ priced offers ask for payment correctly/) }),
    )
  })

  test('asks for payment as doctor says, by the official packages too', async () => {
    await behind()
    const probe = createSiteProbe(env['PUBLIC_URL']!, { timers: systemTimers, trusted: goodCertificate.cert })
    closing.push(async () => probe.close())
    const sold = service.parts.catalog.offers.filter(({ access }) => access.kind === 'fixed')
    expect(sold.length).toBeGreaterThan(3)
    for (const offer of sold) {
      const { method = 'GET', ...request } = exampleRequest(offer)
      const answer = await probe.ask(exampleUrl(offer), { ...request, method: method as 'GET' | 'POST', timeoutMs: 20_000 })
      expect({ id: offer.id, status: answer.status }).toEqual({ id: offer.id, status: 402 })
      const header = String(answer.headers['payment-required'])
      const terms = JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Record<string, unknown>
      expect(parsePaymentRequired(terms).error, offer.id).toBeUndefined()
      // A live service on this machine has no page with pictures.
      const errors = validatePaymentRequiredDetailed(terms).issues.filter(({ severity }) => severity === 'error')
      expect(errors, offer.id).toEqual([])
      expect(Challenge.deserialize(String(answer.headers['www-authenticate'])), offer.id).toMatchObject({
        realm: 'localhost',
        method: 'evm',
      })
    }
  })

  const limits = 'large_client_header_buffers'
  test.each<[string, Partial<NginxSettings>, RegExp]>([
    [
      'refuses the headers of payments',
      { server: `${limits} 2 2k;` },
      /^proxy \[PAYMENT-SIGNATURE\].*refuses a payment of 4000.*=> .*large_client_header_buffers/,
    ],
    [
      'refuses the payments of contract wallets',
      { server: `${limits} 4 6k;` },
      /^proxy \[PAYMENT-SIGNATURE\].*refuses a payment of 7000.*=> .*large_client_header_buffers/,
    ],
    [
      'refuses large bodies',
      { server: 'client_max_body_size 64k;' },
      /^proxy \[MAX_BODY_BYTES\].*with 413.*=> .*client_max_body_size 256k/,
    ],
    ['closes connections', { server: 'keepalive_timeout 0;' }, /^proxy \[keep-alive\].*closes the connection.*=> .*keepalive_timeout/],
    [
      'removes Authorization',
      { location: `${goodLocation} proxy_set_header Authorization "";` },
      /^proxy \[Authorization\].*by which MPP pays => /,
    ],
    [
      'removes payments',
      { location: `${goodLocation} proxy_set_header PAYMENT-SIGNATURE "";` },
      /^proxy \[PAYMENT-SIGNATURE\].*does not arrive whole => let the proxy pass/,
    ],
    [
      'removes the address of clients',
      { location: 'proxy_set_header X-Forwarded-For "";' },
      /^proxy \[X-Forwarded-For\].*share the limits.*=> .*proxy_add_x_forwarded_for/,
    ],
    [
      'believes the address that a client writes',
      { location: 'proxy_set_header X-Forwarded-For $http_x_forwarded_for;' },
      /^proxy \[TRUSTED_PROXIES\].*believes any address.*=> .*proxy_add_x_forwarded_for/,
    ],
    [
      'cuts the headers of answers off',
      { location: `${goodLocation} proxy_buffer_size 1k; proxy_buffers 4 1k; proxy_busy_buffers_size 2k;` },
      /^offers \[.*token-analysis.*\]: the service answers 402, and the proxy makes 502 of it => .*proxy_buffer_size 8k/,
    ],
    [
      'removes the terms',
      { location: `${goodLocation} proxy_hide_header PAYMENT-REQUIRED;` },
      /^offers \[.*token-analysis.*\].*header_missing.*=> /,
    ],
  ])('that %s', async (_, change, expected) => {
    await behind(change)
    expectToMend(await look(), [expected])
  })

  test('that gives up before a call may end', async () => {
    await behind({ location: `${goodLocation} proxy_read_timeout 1s;` })
    const found = await look({}, { quick: false })
    expectToMend(found, [/^proxy \[ANSWER_WITHIN_SECONDS\].*gives up with 504 before the 2 seconds.*=> .*proxy_read_timeout 12s/])
  })

  test('that is not trusted', async () => {
    const untrusting = await startInProcess({
      env: { ...env, PORT: '0', TRUSTED_PROXIES: '', DATA_DIR: join(directory, 'untrusting') },
      sandbox: null,
    })
    closing.push(() => closeService(untrusting))
    await behind({ target: untrusting.url })
    const found = await look({ TRUSTED_PROXIES: '', DATA_DIR: join(directory, 'untrusting'), PORT: new URL(untrusting.url).port })
    expectToMend(found, [/^proxy \[TRUSTED_PROXIES\].*proxy's address 127.0.0.1.*=> set TRUSTED_PROXIES=127.0.0.1/])
  })

  test('that does not reach the service', async () => {
    await behind({ target: 'http://127.0.0.1:1' })
    const lines = toMend(await look())
    expect(lines).toContainEqual(
      expect.stringMatching(/^public-url \[PUBLIC_URL\].*answers 502.*=> start the service, or let the proxy pass/),
    )
  })

  test('that leads to another site', async () => {
    const other = createServer((_, response) => response.end('hello'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    closing.push(async () => other.close())
    await behind({ target: `http://127.0.0.1:${(other.address() as AddressInfo).port}` })
    const lines = toMend(await look())
    expect(lines).toContainEqual(
      expect.stringMatching(/^public-url \[PUBLIC_URL\].*not as this service does => let the proxy pass every path/),
    )
  })

  test('that leads to a service with other secrets', async () => {
    await behind()
    expectToMend(await look({ MPP_SECRET: 'x'.repeat(32) }), [/^proxy \[PUBLIC_URL\].*another MPP_SECRET => /])
  })

  test('that is not there', async () => {
    expectToMend(await look(), [/^public-url \[PUBLIC_URL\].*can't be reached: connection => start the proxy/])
  })

  test.each<[string, { readonly cert: string; readonly key: string }, RegExp]>([
    ['that nobody trusts', selfSigned(['localhost'], [-1, 60]), /^tls: clients do not trust the certificate.*fullchain.pem/],
    ['that has ended', selfSigned(['localhost'], [-60, -2]), /^tls: the certificate ended \d+ days? ago => renew it/],
    ['for another name', selfSigned(['shop.example'], [-1, 60]), /^tls: clients do not trust the certificate.*for the host of PUBLIC_URL/],
  ])('has a certificate %s', async (_, certificate, expected) => {
    await behind({ certificate })
    expectToMend(await look(), [expected])
  })

  test('has a certificate that ends soon', async () => {
    const ending = selfSigned(['localhost'], [-50, 5])
    await behind({ certificate: ending })
    expectToMend(await look({}, { trustedCertificate: ending.cert }), [
      /^tls: the certificate ends in [45] days => renew it, and find out why/,
    ])
  })

  test('whose signer has run dry says so, and nothing says ok, until it has gas money again', async () => {
    await behind()
    const signer = privateKeyToAddress(good.env['SIGNER_KEY'] as `0x${string}`)
    const balance = await good.node.call<string>('eth_getBalance', signer, 'latest')
    const state = async () => {
      const [ready, status] = await Promise.all([fetch(`${service.url}/readyz`), fetch(`${service.url}/status`)])
      return [ready.status, ((await status.json()) as { status: string }).status]
    }
    await expect.poll(state).toEqual([200, 'ok'])
    await good.node.call('anvil_setBalance', signer, '0x0')
    // Nobody buys meanwhile.
    await expect.poll(state, { timeout: 90_000 }).toEqual([503, 'down'])
    const lines = toMend(await look())
    expect(lines).toContainEqual(expect.stringMatching(/^gas \[base, signer.*no settlement is left => send/))
    expect(lines).toContainEqual(expect.stringMatching(/^service \[http.*not ready: sales => nothing can be sold/))
    expect(lines).toContainEqual(expect.stringMatching(/^service \[Base\].*no_gas_money => send gas money/))
    await good.node.call('anvil_setBalance', signer, balance)
    await expect.poll(state, { timeout: 90_000 }).toEqual([200, 'ok'])
  })
})
