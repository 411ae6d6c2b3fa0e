import { expect, test } from 'vitest'
import { isProse } from './prose.ts'

test.each([
  'Figure 3: Revenue by region.',
  'Photo: Reuters/Jane Doe',
  'Table 2. Results of the survey.',
  '| Region | 2023 | 2024 |',
  '12.4 13.1 14.8 15.0 16.2 17.9.',
  'By Jane Doe',
  'Read more: ten things to know.',
  '- Milk and honey',
  'Key findings',
  'Published 12 May 2024.',
  'Share this on social media.',
])('is not prose: %s', (text) => {
  expect(isProse(text)).toBe(false)
})

test.each([
  'The dam was finished in 1972.',
  'Revenue rose 12.4 % to $1.2 billion in 2024, up from $1.1 billion in 2023.',
  'Die Brücke wird repariert.',
  '大坝于一九七二年完工。',
  '“We had no choice,” said the mayor.',
])('is prose: %s', (text) => {
  expect(isProse(text)).toBe(true)
})
