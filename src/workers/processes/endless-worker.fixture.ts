import { endWithParent } from './end-with-parent.ts'

// A worker whose job has no end.
endWithParent(process.ppid)
process.send?.(process.pid)
process.on('message', () => {
  for (;;);
})
