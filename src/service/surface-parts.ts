import type { Hono } from 'hono'
import { trustedProxies } from '../gate/limits/client-address.ts'
import { readCredential } from '../payments/read-credential.ts'
import { dataWorldOf } from './data-world.ts'
import type { ServiceInput } from './service-input.ts'
import { warnOfProxy } from './warn-of-proxy.ts'

/** What the surfaces need of the settings and of the process. */
export function surfaceParts({ config, system, log, metrics, sandbox, publicUrl }: ServiceInput) {
  return {
    config,
    publicUrl,
    readCredential,
    proxies: { ...trustedProxies(config.trustedProxies), ignored: warnOfProxy(log) },
    timers: system.timers,
    clock: system.clock,
    random: system.random,
    metricsText: () => metrics.text(),
    metricsOpen: sandbox !== null && config.metricsTokens === null && config.metricsPort === null,
    metricsTokens: config.metricsPort === null ? config.metricsTokens : null,
    log,
    extraRoutes: sandbox ? (app: Hono) => sandbox.routes(app, { standIns: dataWorldOf({ config, sandbox }).standIns !== null }) : undefined,
    playMoney: sandbox !== null,
  }
}
