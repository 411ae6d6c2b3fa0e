import { afterAll, beforeAll } from 'vitest'
import { openInstances, type Instances } from '../instances.ts'
import { facilitatedTogether } from './facilitated-together.ts'

let world: Instances
beforeAll(async () => {
  world = await openInstances()
})
afterAll(() => world?.close())

facilitatedTogether(() => world)
