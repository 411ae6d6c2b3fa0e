import { expect, test } from 'vitest'
import { inPlainWords, seemsIronic } from './idioms.ts'

test.each([
  ['en', 'Not bad at all.', 'good.'],
  ['en', "I can't complain.", 'I am happy.'],
  ['es', 'No está nada mal.', 'es bueno.'],
  ['fr', 'Ce film n’est pas mauvais du tout.', 'Ce film est bon.'],
  ['de', 'Gar nicht schlecht!', 'gut!'],
  ['it', 'Niente male.', 'buono.'],
  ['pt', 'Nada mau.', 'é bom.'],
  ['en', 'The weather is bad.', 'The weather is bad.'],
] as const)('%s: "%s" is read as "%s"', (language, text, said) => {
  expect(inPlainWords(text, language)).toBe(said)
})

test.each([
  ['en', 'Great, another crash.'],
  ['en', 'I just love waiting two hours on hold.'],
  ['en', 'Thanks for wasting my afternoon!'],
  ['es', 'Genial, otro retraso del tren. Gracias por nada.'],
  ['fr', 'Super, encore une panne.'],
  ['de', 'Na toll, schon wieder abgestürzt.'],
  ['it', 'Fantastico, un altro ritardo.'],
  ['pt', 'Ótimo, mais um atraso.'],
] as const)('%s: "%s" may be meant ironically', (language, text) => {
  expect(seemsIronic(text, language)).toBe(true)
})

test.each([
  ['en', 'Great, another wonderful album by this band!'],
  ['en', 'I love it when my daughter sings.'],
  ['en', 'Thanks for a lovely evening.'],
  ['de', 'Toll, ich komme gern wieder.'],
  ['fr', 'Super hôtel, merci pour tout.'],
  ['it', 'Ottimo ristorante, torneremo ancora.'],
] as const)('%s: "%s" is meant as it is said', (language, text) => {
  expect(seemsIronic(text, language)).toBe(false)
})
