import type { StandIn } from '../../../src/goods/kit/stand-ins.ts'
import { eu } from './lists/eu.ts'
import { ofac } from './lists/ofac.ts'
import { uk } from './lists/uk.ts'
import { un } from './lists/un.ts'

/** The stand-in of each source of this line. */
export const standIns: Readonly<Record<string, StandIn>> = { ofac, 'eu-sanctions': eu, 'un-sanctions': un, 'uk-sanctions': uk }
