import { describe, expect, test } from 'vitest'
import { facts } from './facts.fixture.ts'
import { homePage, homePagePolicy } from './home-page.ts'

const nasty = '</script><script>alert(1)</script>'
const page = homePage(facts)

describe('the page at /', () => {
  test('has the title, description, icon and picture for directories', () => {
    expect(/<title>(.+)<\/title>/.exec(page)?.[1]).toBe('Farthing: data for software agents, by the call')
    expect(/<meta name="description" content="([^"]{50,})"/.exec(page)).not.toBeNull()
    expect(page).toMatch(/<link rel="icon" type="image\/svg\+xml" href="favicon.svg"/)
    expect(page).toContain('<meta property="og:image" content="https://api.example.com/sharing.png"')
  })

  test('lists every offer with its price, for people and in schema.org terms', () => {
    for (const { template, title } of facts.offers) {
      expect(page).toContain(template)
      expect(page).toContain(title)
    }
    const data = JSON.parse(/<script type="application\/ld\+json">([\s\S]+?)<\/script>/.exec(page)![1]!) as {
      offers: { name: string; price: string }[]
    }
    expect(data.offers).toHaveLength(facts.offers.length)
    expect(data.offers.find(({ name }) => name === 'Market price of a coin')).toMatchObject({ price: '0.0075', priceCurrency: 'USD' })
  })

  test('runs no script, whatever a title contains', () => {
    const first = { ...facts.offers[0]!, title: nasty, purpose: nasty }
    const attacked = homePage({ ...facts, offers: [first] })
    expect(attacked).not.toContain('<script>alert')
    expect(attacked.match(/<script/g)).toHaveLength(1)
    expect(homePagePolicy).not.toMatch(/script-src|unsafe/)
  })

  test('mentions the sandbox only in the sandbox', () => {
    expect(page).not.toContain('sandbox')
    expect(homePage({ ...facts, simulated: true, playMoney: true })).toContain('<a href="sandbox">')
  })
})
