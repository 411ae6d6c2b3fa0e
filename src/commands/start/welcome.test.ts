import { describe, expect, test } from 'vitest'
import type { Welcome } from '../../service/welcome-facts.ts'
import { programName, readyLine, welcomeText } from './welcome.ts'

const welcome: Welcome = {
  url: 'http://127.0.0.1:4020',
  sandbox: { simulated: true, payer: `0x${'11'.repeat(20)}` },
  networks: ['Base (eip155:8453)'],
  dataNetworks: null,
  offers: { free: 2, quota: 1, paid: 3, prices: ['0.0015', '0.15'] },
  freeCallsPerDay: 25,
  call: { url: 'http://127.0.0.1:4020/v1/market/price/BTC', usd: '0.0075', firstFree: true },
}

describe('what a ready service says', () => {
  test('is for people on a terminal: a call to paste, why the first one is free, and what the second one shows', () => {
    const text = welcomeText(welcome, './bin/farthing')
    expect(text).toContain('  ./bin/farthing pay http://127.0.0.1:4020/v1/market/price/BTC\n')
    expect(text).toContain('The first call is free, because')
    expect(text).toContain('The second one pays $0.0075 of play money, and shows the transaction')
    expect(text).not.toMatch(/[{}]/)
    expect(text.split('\n').length).toBeLessThan(24)
  })

  test('promises no free call where the operator charges the first one', () => {
    const text = welcomeText({ ...welcome, sandbox: null, call: { ...welcome.call!, firstFree: false } }, './bin/farthing')
    expect(text).toContain('It costs $0.0075, and shows the transaction')
    expect(text).not.toContain('first call')
  })

  test('is one line of JSON for programs', () => {
    const line = readyLine(welcome, 2)
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(JSON.parse(line)).toMatchObject({ event: 'ready', url: welcome.url, workers: 2, call: { usd: '0.0075' } })
  })

  test('names the program as it was started', () => {
    expect(programName('/home/ann/farthing/bin/farthing', '/home/ann/farthing')).toBe('./bin/farthing')
    expect(programName('/opt/node_modules/.bin/farthing', '/home/ann')).toBe('/opt/node_modules/.bin/farthing')
    expect(programName('/home/ann/farthing/src/main.ts', '/home/ann/farthing')).toBe('./bin/farthing')
  })
})
