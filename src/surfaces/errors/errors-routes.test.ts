import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { refusals } from '../../payments/wire/refusals.ts'
import { problem, problems } from '../../shared/problems.ts'
import { pageFacts } from '../console/console.fixture.ts'
import { errorsRoutes } from './errors-routes.ts'

const app = new Hono()
const tooFar = problem({ code: 'too_far', decidedBy: 'caller', status: 422, title: 'Too far', fix: 'Ask for a nearer one.' })
errorsRoutes(app, [{ problems: [tooFar] }], pageFacts)
const get = async (path: string, accept = '*/*') => {
  const response = await app.request(path, { headers: { accept } })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test('every code of a problem and every reason of a refusal has a page with its status, its meaning and its fix', async () => {
  for (const [code, { status, title, fix }] of Object.entries(problems)) {
    expect(JSON.parse((await get(`/errors/${code}`, 'application/json')).text)).toMatchObject({ code, status, title, fix })
  }
  expect(JSON.parse((await get('/errors/too_far', 'application/json')).text)).toMatchObject({ code: 'too_far', status: 422 })
  for (const code of Object.keys(refusals)) expect((await get(`/errors/${code}`)).status).toBe(200)
})

test('people get a page, and callers what their Accept header asks for', async () => {
  const page = await get('/errors/invalid_input', 'text/html,*/*;q=0.8')
  expect([page.type, page.text.includes('<code>invalid_input</code>')]).toEqual(['text/html; charset=utf-8', true])
  expect(page.text).toContain('<header class="top">')
  expect((await get('/errors/invalid_input')).text).not.toContain('<header')
  expect((await get('/errors/invalid_input', 'text/markdown')).text).toMatch(/^## invalid_input\n\n400, Invalid input\. /)
  expect((await get('/errors', 'application/json')).text).toContain('"code":"overloaded"')
})

test('an unknown code is a 404 that says where the codes are', async () => {
  for (const code of ['nothing', 'constructor'])
    expect(await get(`/errors/${code}`)).toMatchObject({ status: 404, text: expect.stringContaining('/errors lists them') })
})
