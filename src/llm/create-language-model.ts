import { createBreaker, type Breaker } from '../net/breaker.ts'
import { createHttpClient } from '../net/http-client.ts'
import { createCallPlaces } from '../shared/call-places.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import type { Random } from '../shared/random.ts'
import type { Store } from '../store/store.ts'
import { createEngineTrial } from '../workers/trial/engine-trial.ts'
import { dialectOf } from './dialects/dialect-of.ts'
import { exchangePrompt, type PromptExchange } from './exchange-prompt.ts'
import { findModel } from './find-model.ts'
import type { LanguageModelSettings, OpenedLanguageModel } from './language-model.ts'
import { ModelFailure, type ModelFailureReason } from './model-failure.ts'
import { createModelMetrics, type ModelMetrics } from './model-metrics.ts'
import { makeMarker } from './prompt.ts'
import { createDayBudget, type BudgetReservation } from './spending/day-budget.ts'
import { costOf, type Picodollars, type TokenPrices } from './spending/picodollars.ts'
import { maxInputTokens, worstCostOf } from './worst-case.ts'

export interface LanguageModelParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
  /** All instances share it, and the day's budget is in it. */
  readonly store: Store
}

/** Callers are charged before the work, so a provider that fails is noticed after three calls. */
const breakerSettings = { failures: 3, halfOpenAfterMs: 30_000 }

/**
 * If nothing was worked on, the next call would fail as well after one of these, so the list of models is asked for first. A connection
 * that is cut within an answer says little of the next call: the breaker counts those.
 */
const unusable: ReadonlySet<ModelFailureReason> = new Set(['provider_unreachable', 'provider_refused'])

/** Asks nothing before its trial, which reads the list of models. */
export function createLanguageModel(settings: LanguageModelSettings, parts: LanguageModelParts): OpenedLanguageModel {
  const { log, clock } = parts
  const { prices, model, provider, contextTokens } = settings
  const http = createHttpClient({ connections: settings.maxCalls }, parts)
  const dialect = dialectOf(settings)
  const breaker = createBreaker(clock, breakerSettings)
  const places = createCallPlaces(settings.maxCalls)
  const budget = createDayBudget(settings.budgetPerDay, parts)
  const metrics = createModelMetrics(parts.metrics)
  const trial = createEngineTrial({ ...parts, name: 'llm', attempt: (signal) => findModel(settings, { http, dialect, signal }) })

  function isDown(worst: Picodollars): boolean {
    return trial.standing() === 'failed' || ['open', 'paused'].includes(breaker.state()) || budget.left() < worst
  }

  return {
    trial,
    provider,
    model,
    prices,
    contextTokens,
    makeMarker: () => makeMarker(parts.random),
    availability: (worst) => (isDown(worst) ? 'down' : 'available'),
    admit(caller, worst) {
      if (budget.left() < worst) return null
      const place = places.enter(caller)
      if (!place) return null
      const held = budget.hold(worst)
      return {
        leave() {
          held.release()
          place.leave()
        },
      }
    },
    async ask(prompt, { below, signal }) {
      const worst = worstCostOf(prompt, prices)
      // Both were checked before the payment, too.
      if (worst >= below || maxInputTokens(prompt) + prompt.maxOutputTokens > contextTokens) throw new ModelFailure('budget_used_up')
      const admission = breaker.enter()
      if (admission.kind === 'refused') throw new ModelFailure('provider_failed', { retryAfterMs: admission.retryAfterMs })
      const reservation = await budget.reserve(worst).catch((error: unknown) => {
        breaker.abandoned()
        throw error
      })
      if (!reservation) {
        breaker.abandoned()
        throw new ModelFailure('budget_used_up')
      }
      const startedAt = clock.now()
      const outcome = await exchangePrompt(prompt, { http, dialect, settings, signal, clock })
      report(outcome, breaker)
      await book(outcome, { reservation, worst, prices, metrics, log })
      metrics.asked(outcome.failure?.reason ?? 'answered', clock.now() - startedAt)
      if (outcome.failure) {
        // Before the caller is answered, so that nothing is sold in between.
        if (!outcome.isCharged && unusable.has(outcome.failure.reason)) trial.fail(outcome.failure)
        throw outcome.failure
      }
      return { value: outcome.value, usage: outcome.usage }
    },
    refresh: () => budget.refresh(),
    async close() {
      await trial.close()
      await http.close()
    },
  }
}

/** Books what an exchange cost. A reported usage counts as it is; without one the worst case stays, unless nothing was generated. */
async function book(
  { usage, isCharged }: PromptExchange,
  parts: {
    readonly reservation: BudgetReservation
    readonly worst: Picodollars
    readonly prices: TokenPrices
    readonly metrics: ModelMetrics
    readonly log: Log
  },
): Promise<void> {
  const { reservation, worst, prices, metrics, log } = parts
  const cost = usage === null ? (isCharged ? worst : 0n) : costOf(usage, prices)
  metrics.spent(cost, usage)
  if (cost > worst) log.warn({}, 'a language model used more tokens than the worst case allows for: check LLM_MODEL and its limits')
  if (cost !== worst) await reservation.correct(cost)
}

function report({ verdict }: PromptExchange, breaker: Breaker): void {
  if (verdict === 'fine') breaker.succeeded()
  else if (verdict === 'abandoned') breaker.abandoned()
  else if (verdict === 'failed') breaker.failed()
  else breaker.pausedFor(verdict.pauseMs)
}
