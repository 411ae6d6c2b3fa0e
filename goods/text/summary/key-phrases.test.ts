import { expect, test } from 'vitest'
import { keyPhrases } from './key-phrases.ts'

test('key phrases are what a text names again and again', () => {
  const phrases = keyPhrases([
    'The tidal power station in Orrin Bay feeds the grid.',
    'Tidal power station owners ask for a second dam.',
    'The dam would close Orrin Bay.',
    'Fishers of Orrin Bay object to the dam.',
  ])
  expect(phrases).toContain('Orrin Bay')
  expect(phrases).toContain('tidal power station')
  expect(phrases.slice(0, 3)).not.toContain('owners ask')
})

test('marks and function words end a phrase, and a text without words has none', () => {
  expect(keyPhrases(['Fish, chips and vinegar.', 'Fish; vinegar.'])).toEqual(['Fish', 'vinegar'])
  expect(keyPhrases(['...', ''])).toEqual([])
})
