import { expect, test } from 'vitest'
import { nothing, openOn } from './open-renderer.fixture.ts'
import { browserHere } from './rendering.fixture.ts'

test.runIf(browserHere)('without any isolation live mode sells no rendering, and the log says how to get it', async () => {
  const { renderer, said } = await openOn(nothing)
  expect(renderer).toBeNull()
  expect(said).toEqual([expect.stringContaining('allow user namespaces, or start the service as root; until then')])
})

test('a browser that does not start without namespaces is not sold', async () => {
  const { renderer } = await openOn(
    { ...nothing, user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 } },
    { path: '/bin/false' },
  )
  await renderer?.trial.tried()
  expect(renderer?.availability()).toBe('down')
  await renderer?.close()
})
