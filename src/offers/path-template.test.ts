import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillTemplate, openapiPath, parametersOf, templatesCollide } from './path-template.ts'

test('the parameters of a template are named in order', () => {
  expect(parametersOf('/v1/tenders/{country}/{cpv}')).toEqual(['country', 'cpv'])
  expect(parametersOf('/tides/{+path}')).toEqual(['path'])
  expect(parametersOf('/tides')).toEqual([])
})

test('a template is filled with encoded values, and a rest segment by segment', () => {
  expect(fillTemplate('/a/{x}/b', { x: 'ü/ö' })).toBe('/a/%C3%BC%2F%C3%B6/b')
  expect(fillTemplate('/a/{+x}', { x: 'ü/ö ?' })).toBe('/a/%C3%BC/%C3%B6%20%3F')
  expect(fillTemplate('/a/{x}')).toBe('/a/')
  expect(fillTemplate('/a/{x}', {}, (name) => `{${name}}`)).toBe('/a/%7Bx%7D')
})

test('no value leaves its segment', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (x) => {
      expect(fillTemplate('/a/{x}/b', { x })).toMatch(/^\/a\/[^/?#]*\/b$/)
    }),
  )
})

test('OpenAPI has no parameters of several segments, so they look like the others', () => {
  expect(openapiPath('/a/{x}/{+path}')).toBe('/a/{x}/{path}')
})

describe('templates that collide', () => {
  test.each([
    ['/a/{x}', '/a/{y}', true],
    ['/a/b', '/a/b', true],
    ['/a/{x}/c', '/a/b/{y}', true],
    ['/a/{x}', '/a/b', false],
    ['/a/{x}', '/b/{x}', false],
    ['/a/{x}', '/a/{x}/b', false],
    ['/a/{x}/{y}', '/a/b/{y}', false],
    ['/a/{+x}', '/a/{+y}', true],
    ['/{x}/b/{+y}', '/a/{+z}', true],
    ['/a/{+x}', '/{+y}', false],
    ['/a/{+x}', '/a/{y}', false],
    ['/a/{+x}', '/a/b/c', false],
    ['/a/{+x}', '/b/{+y}', false],
    ['/a/{+x}', '/a', false],
  ])('%s and %s: %s', (one, other, collide) => {
    expect(templatesCollide(one, other)).toBe(collide)
    expect(templatesCollide(other, one)).toBe(collide)
  })
})
