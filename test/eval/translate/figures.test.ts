import { expect, test } from 'vitest'
import { bleu } from './bleu.ts'
import { chrf } from './chrf.ts'

// As sacrebleu 2.6.0 computes them: corpus_bleu and corpus_chrf with their defaults.
test.each<[string, string[], string[], number, number]>([
  [
    'two sentences',
    ['El gato duerme en la casa roja hoy.', 'No hay 3,5 kg de harina (todavía).'],
    ['El gato duerme en la casa roja.', 'Aún no hay 3,5 kg de harina.'],
    57.152211,
    82.768519,
  ],
  ['sentences that are too short for four words', ['uno dos', 'tres'], ['uno dos tres cuatro', 'tres'], 0, 36.01194],
  [
    'signs and numbers',
    ['La reunión - la segunda de 2024-25 - empieza a las 10:30, ¿no?'],
    ['La reunión, la segunda de 2024-25, empieza a las 10:30, ¿verdad?'],
    60.049818,
    74.020886,
  ],
  ['nothing in common', ['nothing in common here at all'], ['Das Boot fährt morgen ab'], 0, 12.100188],
  [
    'entities and tags',
    ['“Sí”, dijo R&D &amp; co. <b>hola</b> a $5.20!'],
    ['"Sí", dijo R&D & co. <b>hola</b> por $5.20!'],
    73.982509,
    64.663268,
  ],
  [
    'orders of which some have no match',
    ['a', 'the cat sat on the mat by the door'],
    ['b', 'the cat sat on a mat near the door'],
    35.930411,
    58.61753,
  ],
])('BLEU and chrF are those of sacrebleu: %s', (_, hypotheses, references, expectedBleu, expectedChrf) => {
  expect(bleu(hypotheses, references)).toBeCloseTo(expectedBleu, 4)
  expect(chrf(hypotheses, references)).toBeCloseTo(expectedChrf, 4)
})

test('equal texts have 100, and empty ones 0', () => {
  const texts = ['The harbour was rebuilt in 2019.']
  expect([bleu(texts, texts), chrf(texts, texts)]).toEqual([expect.closeTo(100), expect.closeTo(100)])
  expect([bleu([''], texts), chrf([''], texts)]).toEqual([0, 0])
})
