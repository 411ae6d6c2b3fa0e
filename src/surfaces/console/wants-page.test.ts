import { expect, test } from 'vitest'
import { wantsPage } from './wants-page.ts'

test.each([
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'text/html',
  'TEXT/HTML, */*',
  'text/html, application/json;q=0.5',
])('%s is a browser that shows a page', (accept) => {
  expect(wantsPage(accept)).toBe(true)
})

test.each([
  null,
  '*/*',
  'text/*',
  'application/json',
  'application/json, text/plain, */*',
  'application/json, text/html;q=0.9',
  'text/html;q=0, */*',
  'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  'application/problem+json',
])('%s gets what machines get', (accept) => {
  expect(wantsPage(accept)).toBe(false)
})
