import type { MetricsRegistry } from '../ops/metrics.ts'
import type { Timers } from '../shared/clock.ts'
import { createQuestions, type FromWorker, type ToWorker } from './worker-messages.ts'

/** A worker's way to the process that started it. */
export interface ParentLink {
  /** Its number among the workers, from 1 on; the one that takes its place has it too. */
  readonly worker: number
  ready(welcome: string): void
  /** What to do when others take its place. */
  onRetire(run: () => void): void
  /** Measures here, and shows the figures of all workers: a scrape reaches any of them. */
  sharing(own: MetricsRegistry): MetricsRegistry
}

/** Longer than the parent waits for one worker. */
const waitMs = 3_000

export function linkToParent(worker: number, timers: Timers): ParentLink {
  const questions = createQuestions(timers, waitMs)
  let retire = () => {}
  let ownText: () => Promise<string> = async () => ''
  // Nobody to tell when the parent has just gone: this process ends then too.
  const say = (message: FromWorker) => void (process.connected && process.send?.(message, undefined, undefined, () => {}))

  process.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'retire':
        return retire()
      case 'measure':
        return void ownText().then((text) => say({ kind: 'measured', question: message.question, text }))
      case 'measured-all':
        return questions.answered(message.question, message.text)
    }
  })
  // A terminal that goes away tells all processes of its group; the parent decides.
  process.on('SIGHUP', () => {})

  return {
    worker,
    ready: (welcome) => say({ kind: 'ready', welcome }),
    onRetire(run) {
      retire = run
    },
    sharing(own) {
      ownText = () => own.text()
      return {
        ...own,
        text: async () => (await questions.ask((question) => say({ kind: 'measure-all', question }))) ?? own.text(),
      }
    },
  }
}
