import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importOpenapi } from '../../../goods/upstream/importing/import-openapi.ts'
import { readOffersFile } from '../../../goods/upstream/file/read-offers-file.ts'
import { fillTemplate } from '../../../src/offers/path-template.ts'
import { callUntilAnswered, signPayment, termsOf } from '../../signed-payments.ts'
import { startTestService } from '../../start-test-service.ts'
import { startScriptedUpstream, type ScriptedUpstream } from '../../support/scripted-upstream.ts'
import { installNpmPackages, type NpmPackages } from './npm-packages.ts'

const readme = '@readme/oas-examples'
/** Public documents, with the least number of operations that are sold of each, and what is left out. */
const documents = [
  { what: '3.0, small', path: `${readme}/3.0/json/petstore-expanded.json`, least: 4, leftOut: null },
  { what: '3.0, references and links', path: `${readme}/3.0/json/link-example.json`, least: 6, leftOut: null },
  { what: '3.0, schemas of many forms', path: `${readme}/3.0/json/polymorphism.json`, least: 13, leftOut: null },
  { what: '3.1, webhooks', path: '@scalar/galaxy/dist/3.1.yaml', least: 8, leftOut: /webhooks: the API calls others/ },
  { what: '3.1, with examples', path: `${readme}/3.1/json/train-travel.json`, least: 6, leftOut: null },
  { what: '3.1, an API of files', path: '@figma/rest-api-spec/openapi/openapi.yaml', least: 40, leftOut: null },
  { what: '3.0, 1,200 operations', path: '@octokit/openapi/generated/api.github.com.json', least: 1_000, leftOut: /fits the same paths/ },
] as const

let packages: NpmPackages
let upstream: ScriptedUpstream
beforeAll(async () => {
  upstream = await startScriptedUpstream()
  packages = await installNpmPackages(`${readme}@8.2.2`, '@scalar/galaxy@0.6.12', '@figma/rest-api-spec@0.43.0', '@octokit/openapi@23.0.2')
})
afterAll(async () => {
  packages?.close()
  await upstream?.close()
})

describe.each(documents)('the public document $path ($what)', ({ path, least, leftOut }) => {
  test('becomes a file that loads and sells', async () => {
    const text = readFileSync(packages.file(path), 'utf8')
    const made = importOpenapi({ text, url: null, price: '0.01', upstream: upstream.url })
    expect(made.offers).toBeGreaterThanOrEqual(least)
    if (leftOut !== null) expect(made.leftOut.join('\n')).toMatch(leftOut)
    const read = readOffersFile(made.text, {})
    expect(read.kind === 'faulty' ? read.faults : []).toEqual([])
    const file = join(packages.folder, 'offers.yaml')
    writeFileSync(file, made.text)
    const before = process.cpuUsage().user
    const service = await startTestService({ env: { OFFERS_FILE: file } })
    process.stdout.write(`${path}: ${made.offers} offers, started in ${((process.cpuUsage().user - before) / 1e6).toFixed(1)} s of CPU\n`)
    try {
      const offers = service.parts.catalog.offers.filter(({ id }) => id !== 'discovery')
      expect(offers.length).toBe(made.offers)
      const document = await (await fetch(`${service.url}/openapi.json`)).text()
      expect(Buffer.byteLength(document)).toBeLessThanOrEqual(63_900)
      const payer = await service.wallet('5')
      for (const offer of offers.filter((_, index) => index % Math.ceil(offers.length / 10) === 0)) {
        const example = offer.example as { path?: Record<string, string>; query?: Record<string, string>; body?: unknown }
        const query = new URLSearchParams(example.query).toString()
        const target = fillTemplate(offer.template, example.path) + (query === '' ? '' : `?${query}`)
        const body = offer.body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(example.body) } : {}
        const init = { method: offer.method, ...body }
        const payment = await signPayment(await termsOf(service.url, target, init), payer)
        const answered = await callUntilAnswered(service.url + target, payment, init)
        // The API of this test answers with JSON, also where another type is promised.
        const types = offer.answers?.types ?? []
        expect([offer.id, answered.status]).toEqual([offer.id, types.includes('application/json') || types.includes('*/*') ? 200 : 502])
      }
    } finally {
      await service.close()
    }
  })
})
