import { existsSync } from 'node:fs'

/** Whether the tests that translate can. */
export const apertiumHere = existsSync('/usr/bin/lt-proc') && existsSync('/usr/share/apertium/modes/eng-spa.mode')
if (!apertiumHere) console.warn('Apertium is not installed here: the tests that translate are left out. See docs/translate.md.')
