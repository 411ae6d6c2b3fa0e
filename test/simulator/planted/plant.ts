import { registerHooks } from 'node:module'
import { plantedFaults } from './planted-faults.ts'

/** Loaded first (`--import`): replaces one line of one file, as the fault named by FARTHING_PLANTED says. */
const name = process.env['FARTHING_PLANTED']
const fault = plantedFaults.find((one) => one.name === name)
if (!fault) throw new Error(`there is no planted fault named ${name}`)

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(`/${fault.file}`) || loaded.source === undefined || loaded.source === null) return loaded
    const text = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString()
    return { ...loaded, source: planted(text, fault) }
  },
})

function planted(text: string, { find, replace, file }: { find: string; replace: string; file: string }): string {
  if (text.split(find).length !== 2) throw new Error(`${file} does not contain this text exactly once: ${find}`)
  return text.replace(find, () => replace)
}
