import { pageFacts } from '../console/console.fixture.ts'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { LegalFacts } from './legal-facts.ts'
import { legalRoutes } from './legal-routes.ts'

const facts: LegalFacts = {
  publicUrl: 'https://api.example.com',
  operator: { name: 'Ann & <b>Sons</b>', address: '1 High Street, *Lund*', country: 'Sweden' },
  contacts: ['mailto:help@example.com'],
  playMoney: false,
  freeCallsPerDay: 25,
  answerHours: 36,
  clientAddressDays: 90,
  refusesSanctionedPayers: false,
  asksLanguageModel: false,
  refunds: { automatic: true, afterHours: 48, usdPerDay: '5', usdPerPayerPerDay: '1' },
}

async function page(name: string, accept: string, changes: Partial<LegalFacts> | null = {}) {
  const app = new Hono()
  legalRoutes(app, changes && { ...facts, ...changes }, { ...pageFacts, playMoney: changes?.playMoney ?? facts.playMoney })
  const response = await app.request(`/legal/${name}`, { headers: { accept } })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'

describe('the pages for the law', () => {
  test.each(['terms', 'privacy', 'refunds'])('%s is HTML for people and Markdown for those who ask for it', async (name) => {
    const html = await page(name, browser)
    expect(html).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
    expect(html.text).toContain('Ann &amp; &lt;b&gt;Sons&lt;/b&gt;')
    expect(html.text).not.toContain('<b>')
    expect(html.text).not.toContain('<script')
    const markdown = await page(name, 'text/markdown')
    expect(markdown).toMatchObject({ status: 200, type: 'text/markdown; charset=utf-8' })
    expect(markdown.text).toMatch(/^# \w+/)
    expect(markdown.text).toContain(String.raw`1 High Street, \*Lund\*`)
    expect(markdown.text).toContain('help@example.com')
  })

  test('say what the settings make true', async () => {
    expect((await page('terms', 'text/markdown')).text).toContain('The law of Sweden applies')
    expect((await page('terms', 'text/markdown')).text).not.toContain('sanctions')
    expect((await page('terms', 'text/markdown', { refusesSanctionedPayers: true })).text).toContain('sanctions')
    expect((await page('terms', 'text/markdown', { freeCallsPerDay: 0 })).text).not.toContain('daily quota')
    expect((await page('privacy', 'text/markdown')).text).toContain('36 hours')
    expect((await page('privacy', 'text/markdown')).text).not.toContain('language model')
    expect((await page('privacy', 'text/markdown', { asksLanguageModel: true })).text).toContain('language model')
    expect((await page('refunds', 'text/markdown')).text).toContain('after 48 hours. At most $5 a day')
    const byHand = await page('refunds', 'text/markdown', { refunds: { ...facts.refunds, automatic: false } })
    expect(byHand.text).toContain('Credits are not given back by themselves here.')
    expect((await page('terms', 'text/markdown', { playMoney: true })).text).toContain('play money')
  })

  test('do not exist without a name of the operator', async () => {
    expect(await page('terms', browser, null)).toMatchObject({ status: 404 })
  })
})
