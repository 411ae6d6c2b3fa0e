import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

const settings = { bits: 4096 }

export const makeKey = () => promisify(generateKeyPair)('rsa', { modulusLength: settings.bits, publicExponent: 65537 })
