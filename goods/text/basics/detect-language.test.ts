import { describe, expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'

describe('the language of a text', () => {
  test.each([
    ['en', 'The committee published its report on the price of electricity.'],
    ['es', 'El comité publicó su informe sobre el precio de la electricidad.'],
    ['fr', "Le comité a publié son rapport sur le prix de l'électricité."],
    ['de', 'Der Ausschuss hat seinen Bericht über den Strompreis veröffentlicht.'],
    ['it', "Il comitato ha pubblicato la sua relazione sul prezzo dell'energia."],
    ['pt', 'A comissão publicou o seu relatório sobre o preço da eletricidade.'],
    ['ja', '委員会は電気料金に関する報告書を公表しました。'],
    ['ru', 'Комитет опубликовал свой доклад о цене на электроэнергию.'],
  ])('is found: %s', (code, text) => {
    expect(detectLanguage(text).code).toBe(code)
    expect(detectLanguage(text).confidence).toBeGreaterThan(0.6)
  })

  test('is not known of a text without words', () => {
    for (const text of ['', '  ', '12345', 'https://example.com/page']) expect(detectLanguage(text)).toEqual({ code: null, confidence: 0 })
  })

  test('is that of most of a long text, and less sure where two are mixed', () => {
    const german = 'Der Ausschuss hat seinen Bericht über den Strompreis veröffentlicht. '.repeat(40)
    const english = 'The committee published its report. '
    expect(detectLanguage(english.repeat(10) + german).code).toBe('de')
    expect(detectLanguage(english + german.slice(0, 40)).confidence).toBeLessThan(detectLanguage(german).confidence)
  })
})
