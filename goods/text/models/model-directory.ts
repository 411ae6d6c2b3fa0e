import { fileURLToPath } from 'node:url'

/** The models that come with this checkout. */
export const modelDirectory = fileURLToPath(new URL('../../../models/', import.meta.url))
