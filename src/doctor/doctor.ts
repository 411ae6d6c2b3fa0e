import { readFileSync } from 'node:fs'
import { ConfigError, readConfig, type Config } from '../config/config.ts'
import type { OwnLines } from '../goods/goods.ts'
import { priceOf, type AnyOffer } from '../offers/offer.ts'
import type { Finding } from '../goods/finding.ts'
import { runChecks, type Check } from '../operate/doctor/run-checks.ts'
import type { Environment } from '../ops/setting.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Random } from '../shared/random.ts'
import type { PaymentTermsPort } from '../goods/ports/payment-terms.ts'
import { describeGoods, type DescribedGoods } from '../service/goods/describe-offers.ts'
import {
  GoodsRefused,
  loadGoods,
  noGoods,
  settingsOf,
  sourcesOfLines,
  type LineOfFile,
  type LoadedGoods,
} from '../service/goods/load-goods.ts'
import { mppSecretFile } from '../service/mpp-secrets.ts'
import { accountsOf, checkAddresses, type Accounts } from './check-addresses.ts'
import { checkDatabase, checkPostgres } from './check-database.ts'
import { checkDisk, checkFiles, type ReadDisk } from './check-files.ts'
import { networkChecks, settlingFindings } from './check-networks.ts'
import { checkLanguageModel } from './check-language-model.ts'
import { checkMachine } from './check-machine.ts'
import { checkOffers, type OffersParts } from './check-offers.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkService } from './check-service.ts'
import { checkSettings, type SettingsRead } from './check-settings.ts'
import { signerChecks } from './check-signers.ts'
import { askSources, checkSources } from './check-sources.ts'
import { lineChecks } from './line-checks.ts'

export interface DoctorInput {
  readonly env: Environment
  /** The lines that come with the service. */
  readonly ownLines: OwnLines
  /** See `loadGoods`. */
  readonly lineOfFile?: LineOfFile
  /** Leaves out what takes longer than some seconds: all pages of the database, the patience of proxies, browser, models, engines. */
  readonly quick: boolean
  /** Sends a request to each source. */
  readonly askSources: boolean
  readonly readDisk?: ReadDisk
  readonly trustedCertificate?: string
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  readonly onFound?: (findings: readonly Finding[]) => void
}

const seconds = (count: number) => count * 1000

/** Looks at everything that the settings name. Each check stands for itself: what fails or hangs hides nothing else. */
export async function examine(input: DoctorInput): Promise<readonly Finding[]> {
  const { env, clock, timers, onFound } = input
  const { config, errors: wrong } = readConfig(env)
  const loaded = await loadedGoods(config, input)
  const { goods, offers, ports, errors: refused } = await described(config, loaded)
  const errors = [...wrong, ...refused]
  const accounts = accountsOf(config)
  const prices = offers.map(priceOf).filter((price) => price > 0n)
  const networks = networkChecks({ config, accounts, prices, clock, timers })
  const signers = signerChecks(config, { clock, timers })
  const checks = [
    ...settingChecks({ ...input, config, errors, offers, accounts, goods }),
    ...storageChecks(input, config),
    ...networks.checks,
    ...signers.checks,
    ...serviceChecks({ ...input, config, offers, accounts, terms: (ports['payment-terms'] as PaymentTermsPort | undefined) ?? null }),
    ...slowChecks(input, config, goods),
  ]
  try {
    return await runChecks(checks, { timers, ...(onFound ? { onFound } : {}) })
  } finally {
    await Promise.all([networks.close(), signers.close()])
  }
}

interface Described {
  readonly config: Config
  readonly offers: readonly AnyOffer[]
  readonly accounts: Accounts
}

/** What needs no waiting. */
function settingChecks({
  env,
  config,
  errors,
  offers,
  accounts,
  goods,
}: DoctorInput & Described & Pick<SettingsRead, 'errors'> & { readonly goods: LoadedGoods }): readonly Check[] {
  const ofLines = settingsOf(goods)
  const sources = sourcesOfLines(goods)
  const names = { offerIds: offers.map(({ id }) => id), sourcesOfLines: sources.map(({ id }) => id) }
  return [
    now('settings', () => checkSettings({ env, config, errors, ofLines, ...names })),
    now('addresses', () => [...checkAddresses(accounts), ...settlingFindings({ config, accounts })]),
    now('machine', () => checkMachine()),
    now('sources', () => checkSources(config, sources)),
  ]
}

function storageChecks({ quick, clock, random, readDisk }: DoctorInput, config: Config): readonly Check[] {
  const { dataDir, mode } = config
  const checks: Check[] = []
  if (dataDir !== null) {
    const whenLate = `look at the disk of ${dataDir}: it does not answer`
    checks.push(
      { name: 'disk', limitMs: seconds(10), whenLate, run: () => checkDisk(dataDir, mode, readDisk) },
      { name: 'files', limitMs: seconds(10), whenLate, run: () => checkFiles(dataDir) },
      {
        name: 'database',
        limitMs: seconds(quick ? 10 : 300),
        whenLate: `${whenLate}, or has a very large database: run doctor --quick, which does not read every page`,
        run: (signal) => checkDatabase(config, { complete: !quick, signal }),
      },
    )
  }
  if (config.databaseUrl !== null) {
    const whenLate = 'look at the server of DATABASE_URL: it accepts a connection and does not answer'
    checks.push({ name: 'postgres', limitMs: seconds(20), whenLate, run: () => checkPostgres(config, clock, random) })
  }
  return checks
}

/** What only a running service shows. */
function serviceChecks(input: DoctorInput & Described & Pick<OffersParts, 'terms'>): readonly Check[] {
  const { quick, clock, timers, config, offers, accounts, terms, trustedCertificate } = input
  const local = localUrl(config)
  if (local === null) return []
  const { payTo } = accounts
  const parts = { clock, timers, ...(trustedCertificate === undefined ? {} : { trusted: trustedCertificate }) }
  const secret = markSecret(config)
  const whenLate = `the service at ${local} accepts a connection and does not answer: look at its log, and restart it`
  return [
    { name: 'service', limitMs: seconds(15), whenLate, run: () => checkService(local, { timers }) },
    {
      name: 'public-url',
      limitMs: seconds(60 + (quick ? 0 : (config.answerWithinSeconds ?? 0))),
      whenLate: 'look at the proxy: it accepts connections and does not answer',
      run: () => checkPublicUrl({ config, secret, quick, ...parts }),
    },
    { name: 'offers', limitMs: seconds(120), whenLate, run: () => checkOffers({ config, local, offers, payTo, terms, ...parts }) },
  ]
}

function slowChecks({ quick, askSources: ask, clock, timers, random }: DoctorInput, config: Config, goods: LoadedGoods): readonly Check[] {
  return [
    ...(quick
      ? []
      : [
          ...lineChecks(goods, config, { clock, timers }),
          {
            name: 'engines',
            limitMs: seconds(60),
            whenLate: 'look at the way of this machine to LLM_URL',
            run: () => checkLanguageModel(config, goods, { clock, timers, random }),
          },
        ]),
    ...(ask
      ? [
          {
            name: 'sources',
            limitMs: seconds(30),
            whenLate: 'look at the way of this machine to the internet',
            run: () => askSources(config, { clock, timers, ofLines: sourcesOfLines(goods) }),
          },
        ]
      : []),
  ]
}

function now(name: string, look: () => readonly Finding[]): Check {
  return { name, limitMs: seconds(10), whenLate: 'this is a fault of doctor', run: async () => look() }
}

/** What GOODS names, and what is wrong with it; no goods where there is a fault. */
async function loadedGoods(
  config: Config,
  { ownLines, lineOfFile, env }: DoctorInput,
): Promise<{ readonly goods: LoadedGoods; readonly errors: readonly string[] }> {
  try {
    return {
      goods: await loadGoods({ ...config, goods: config.goods ?? [] }, ownLines, env, lineOfFile),
      errors: [],
    }
  } catch (error) {
    const errors = error instanceof ConfigError ? error.errors : error instanceof GoodsRefused ? [`GOODS ${error.message}`] : null
    if (errors === null) throw error
    return { goods: noGoods, errors }
  }
}

/** The offers of these goods. A line that can't be opened, such as one of a file that is wrong, is a fault, and then none of the lines is looked at. */
async function described(
  config: Config,
  { goods, errors }: { readonly goods: LoadedGoods; readonly errors: readonly string[] },
): Promise<DescribedGoods & { readonly goods: LoadedGoods; readonly errors: readonly string[] }> {
  try {
    return { goods, ...(await describedGoods(config, goods)), errors }
  } catch (error) {
    if (!(error instanceof GoodsRefused)) throw error
    const none = { ...goods, lines: [] }
    return { goods: none, ...(await describedGoods(config, none)), errors: [...errors, `GOODS ${error.message}`] }
  }
}

/** All offers as they are described, with the prices of these settings; nothing of them is opened. */
function describedGoods({ freeQuotaPerDay }: Config, goods: LoadedGoods): Promise<DescribedGoods> {
  return describeGoods(goods, {
    discovery: { freeCallsPerDay: freeQuotaPerDay, protocols: ['x402', 'mpp'], networks: [], playMoney: false },
  })
}

/** Where the service of these settings answers on this machine; null where only it knows its port. */
function localUrl({ host, port }: Config): string | null {
  if (host === null || port === null || port === 0) return null
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/** The secret that the service has too; null where this user may not read it, or there is none yet. */
function markSecret({ mppSecrets, dataDir }: Config): string | null {
  const [given] = mppSecrets ?? []
  if (given !== undefined) return given
  try {
    return readFileSync(mppSecretFile(dataDir), 'utf8').trim()
  } catch {
    return null
  }
}
