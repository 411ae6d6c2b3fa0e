import type { MetricsRegistry } from '../../ops/metrics.ts'
import type { Timers } from '../../shared/clock.ts'
import { createQuestions, type FromWorker, type ToWorker } from './worker-messages.ts'
import type { Welcome } from '../../service/welcome-facts.ts'

/** A worker's connection to the process that started it. */
export interface ParentLink {
  /** Its number among the workers, from 1 on. */
  readonly worker: number
  /** The data directory of the worker that it is to replace. */
  readonly replaces: string | null
  ready(welcome: Welcome): void
  /** Whether no worker takes calls, so that one which waits for the database has to answer them. */
  mustAnswer(): Promise<boolean>
  /** Sets what to do when another process replaces it. */
  onRetire(run: () => void): void
  /** Measures this worker, and shows the figures of all workers, since a scrape may reach any of them. */
  sharing(own: MetricsRegistry): MetricsRegistry
}

/** Longer than the parent waits for one worker. */
const waitMs = 3_000

export function linkToParent(worker: number, replaces: string | null, timers: Timers): ParentLink {
  const questions = createQuestions(timers, waitMs)
  let retire = () => {}
  let ownText: () => Promise<string> = async () => ''
  // A message to a parent that has just ended is lost, and this process ends then too.
  const say = (message: FromWorker) => void (process.connected && process.send?.(message, undefined, undefined, () => {}))

  process.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'retire':
        return retire()
      case 'measure':
        return void ownText().then((text) => say({ kind: 'measured', question: message.question, text }))
      case 'answer-unready':
      case 'measured-all':
        return questions.answered(message.question, message.text)
    }
  })
  // A terminal that closes signals all processes of its group, but only the parent decides.
  process.on('SIGHUP', () => {})

  return {
    worker,
    replaces,
    ready: (welcome) => say({ kind: 'ready', welcome }),
    mustAnswer: async () => (await questions.ask((question) => say({ kind: 'waiting', question }))) === 'yes',
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
