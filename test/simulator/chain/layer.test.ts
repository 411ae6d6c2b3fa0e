import fc from 'fast-check'
import { expect, test } from 'vitest'
import { absorb, bottomLayer, layerOver, nextLayer, readLayer } from './layer.ts'

test('every layer shows the values written up to it, however many layers are over it', () => {
  const writes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 9 })), { maxLength: 3 })
  fc.assert(
    fc.property(fc.array(fc.record({ kept: writes, dropped: writes }), { minLength: 1, maxLength: 60 }), (blocks) => {
      const layers = [bottomLayer<number>()]
      const maps = [new Map<string, number>()]
      for (const { kept, dropped } of blocks) {
        const layer = nextLayer(layers.at(-1)!)
        const map = new Map(maps.at(-1))
        const lost = layerOver(layer)
        for (const [key, value] of dropped) lost.own.set(key, value)
        const taken = layerOver(layer)
        for (const [key, value] of kept) {
          taken.own.set(key, value)
          map.set(key, value)
          expect(readLayer(taken, key)).toBe(value)
        }
        absorb(layer, taken)
        layers.push(layer)
        maps.push(map)
      }
      for (const [index, layer] of layers.entries())
        for (const key of ['a', 'b', 'c', 'd']) expect(readLayer(layer, key)).toBe(maps[index]!.get(key))
    }),
  )
})
