import { createWriteStream } from 'node:fs'

export function openLog() {
  return createWriteStream(`/tmp/worker-${process.pid}.log`)
}
