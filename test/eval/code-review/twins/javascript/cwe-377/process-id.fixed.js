import { createWriteStream } from 'node:fs'

export function openLog() {
  return createWriteStream(`/var/log/worker/${process.pid}.log`)
}
