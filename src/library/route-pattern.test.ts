import { expect, test } from 'vitest'
import { idOf, templateOf } from './route-pattern.ts'

test.each([
  ['/tides/:port', '/tides/{port}'],
  ['/tides/:port/days/:day/', '/tides/{port}/days/{day}'],
  ['/files/*', '/files/{+path}'],
  ['/files/*rest', '/files/{+path}'],
  ['/files/{*rest}', '/files/{+path}'],
])('%s is sold as %s', (pattern, template) => expect(templateOf(pattern)).toBe(template))

test('a pattern without such a form is refused with what to give instead', () => {
  for (const pattern of ['', '/a(b|c)', '/:port{[a-z]+}', '/a/*/b'])
    expect(() => templateOf(pattern)).toThrow('give its route, such as GET')
})

test('an id is made of the words of the route', () => expect(idOf('GET /tides/{port}')).toBe('get-tides-port'))
