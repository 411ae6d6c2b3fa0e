import { readFileSync } from 'node:fs'

/**
 * Loaded before the service (`--import`): its wall clock is the machine's plus the milliseconds in the file FAULTS_CLOCK_FILE, which
 * is read at start and at each SIGUSR2. Timers and the monotonic clock do not change, as on a machine whose clock is stepped.
 */
const file = process.env['FAULTS_CLOCK_FILE']
const machineNow = Date.now.bind(Date)
let offset = 0

function read(): void {
  const ms = file === undefined ? 0 : Number(readFileSync(file, 'utf8'))
  if (Number.isFinite(ms)) offset = ms
}

const now = () => machineNow() + offset
Date.now = now
globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) => Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as Date,
  apply: (target) => new target(now()).toString(),
})
process.on('SIGUSR2', read)
read()
