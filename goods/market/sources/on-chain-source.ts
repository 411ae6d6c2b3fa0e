import type { Source } from '../../../src/goods/kit/http.ts'

/** A source that reads contracts: it is on only while the networks of the service have what it reads. */
export function onChainSource(source: Source, has: () => boolean): Source {
  const isOn = () => source.enabled && has()
  return {
    ...source,
    get enabled() {
      return isOn()
    },
    ready: () => isOn() && source.ready(),
    state: () => ({ ...source.state(), enabled: isOn() }),
  }
}
