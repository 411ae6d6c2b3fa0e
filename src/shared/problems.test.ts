import { expect, test } from 'vitest'
import { countsForCaller, Problem, problem, problemDetails, problemKind } from './problems.ts'

const tooFar = problem({ code: 'too_far', decidedBy: 'caller', status: 422, title: 'Too far', fix: 'Name a port.' })

test('a problem of goods has the same form on the wire as one of the service', () => {
  const members = ['type', 'title', 'status', 'code', 'detail', 'fix', 'retryable', 'field', 'expected', 'retryAfterSeconds']
  const options = { field: 'path.port', expected: 'a port', retryAfter: 5 }
  const ofGoods = problemDetails(new Problem(tooFar, 'There is no port there.', options))
  expect(Object.keys(ofGoods)).toEqual(members)
  expect(Object.keys(problemDetails(new Problem('not_found', 'There is nothing there.', options)))).toEqual(members)
  expect(ofGoods).toMatchObject({ type: 'urn:farthing:problem:too_far', title: 'Too far', status: 422, retryable: false })
})

test('a code is looked up among those of the service and those that are declared', () => {
  expect(problemKind('not_found')).toMatchObject({ code: 'not_found', status: 404 })
  expect(problemKind('too_far')).toBeNull()
  expect(problemKind('too_far', [tooFar])).toBe(tooFar)
  expect(problemKind('constructor', [tooFar])).toBeNull()
})

test('a declaration says whether a run that ends so counts for its caller', () => {
  expect([countsForCaller(tooFar), countsForCaller({ ...tooFar, decidedBy: 'upstream' })]).toEqual([true, false])
})
