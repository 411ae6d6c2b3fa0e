import manifest from '../package.json' with { type: 'json' }

/** Of this software, as its documents tell it. */
export const version: string = manifest.version
