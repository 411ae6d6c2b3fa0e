import { readJson, source, z } from '../../../../src/goods/door.ts'
import type { Source, SourceTools, UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyAccounts, RegisterRecord } from '../register-record.ts'
import { candidateOf } from './candidate-of.ts'
import { passesLuhn, withoutSeparators } from './check-digits.ts'
import { activityCode, addressOf, amount, bareRecord, day, joined, line } from './record-fields.ts'
import { createRegister, maxCandidates, nameFeed, patience, recordFeed } from './register-adapter.ts'

export const rechercheEntreprises = source({
  id: 'recherche-entreprises',
  name: "API Recherche d'entreprises (France)",
  licence: 'Licence Ouverte / Open Licence 2.0 (Etalab)',
  attribution: "Source: API Recherche d'entreprises, DINUM; data of Insee (Sirene)",
  resale: 'open',
  homepage: 'https://recherche-entreprises.api.gouv.fr/docs/',
  baseUrl: 'https://recherche-entreprises.api.gouv.fr',
  standing: 'relay',
  origin: 'sirene',
  requestLimit: { requests: 7, perMs: 1_000 },
  patience,
  create: createRechercheEntreprises,
})

/** What it prints instead of a value that the company opposes to show. */
const mask = /\[ND\]|NON[- ]DIFFUSIBLE/i
const shown = line.transform((text) => (text !== null && mask.test(text) ? null : text))

const company = z.object({
  siren: z.string().regex(/^\d{9}$/),
  nom_complet: shown,
  nom_raison_sociale: shown,
  sigle: shown,
  nature_juridique: line,
  etat_administratif: z.enum(['A', 'C']).nullish(),
  date_creation: day,
  date_fermeture: day,
  date_mise_a_jour: line,
  activite_principale: activityCode.nullish(),
  siege: z
    .object({
      adresse: shown,
      numero_voie: shown,
      type_voie: shown,
      libelle_voie: shown,
      code_postal: shown,
      libelle_commune: shown,
      code_pays_etranger: line,
      nom_commercial: shown,
    })
    .nullish(),
  finances: z.record(z.string(), z.object({ ca: amount, resultat_net: amount })).nullish(),
  statut_diffusion: line,
})
type Company = z.output<typeof company>
const found = z.object({ results: z.array(company).max(100), total_results: z.int().nonnegative() })

function createRechercheEntreprises(source: Source, parts: SourceTools) {
  const pathOf = (siren: string) => `/search?q=${siren}&per_page=1`
  const namePath = (name: string) => `/search?q=${encodeURIComponent(name)}&per_page=${maxCandidates}`
  const record = recordFeed(source, {
    address: pathOf,
    load: (siren, signal) => source.ask({ path: pathOf(siren), read: (answer) => readCompany(answer, siren) }, signal),
  })
  const names = nameFeed(source, {
    address: namePath,
    load: (name, signal) =>
      source.ask(
        { path: namePath(name), read: (answer) => readJson(answer, found).results.flatMap((one) => candidateOf(recordOf(one))) },
        signal,
      ),
  })
  return createRegister(parts, {
    country: 'FR',
    source,
    record,
    names,
    normalise,
    fromVat,
  })
}

/** A SIREN, or the one that a SIRET begins with. */
function normalise(text: string): string | null {
  const digits = withoutSeparators(text)
  if (!/^\d{9}(?:\d{5})?$/.test(digits)) return null
  const siren = digits.slice(0, 9)
  return siren !== '000000000' && passesLuhn(siren) ? siren : null
}

/** Two characters and a SIREN. Where they are digits, they check it. */
function fromVat(vatNumber: string): string | null {
  const [, key = '', siren = ''] = /^([0-9A-Z]{2})(\d{9})$/.exec(withoutSeparators(vatNumber).replace(/^FR(?=[0-9A-Z]{11}$)/, '')) ?? []
  if (/^\d\d$/.test(key) && Number(key) !== (12 + 3 * (Number(siren) % 97)) % 97) return null
  return normalise(siren)
}

/** The search is in full text: a hit can be a company that only mentions the number. */
function readCompany(answer: UpstreamResponse, siren: string): RegisterRecord | null {
  const first = readJson(answer, found).results[0]
  return first?.siren === siren ? recordOf(first) : null
}

function recordOf(given: Company): RegisterRecord {
  // Opposes that its address be shown. Members that are not shown are marked in themselves; an address is dropped in any case.
  const opposes = given.statut_diffusion !== null && given.statut_diffusion !== 'O'
  const { siege } = given
  const street = joined([siege?.numero_voie, siege?.type_voie, siege?.libelle_voie], ' ') || null
  const legalName = given.nom_raison_sociale ?? given.nom_complet
  const address =
    siege && !opposes
      ? addressOf({
          ...(siege.adresse === null ? {} : { text: siege.adresse }),
          street,
          postalCode: siege.code_postal,
          city: siege.libelle_commune,
          country: siege.code_pays_etranger === null ? 'FR' : null,
        })
      : null
  return {
    ...bareRecord('FR', given.siren),
    legalName,
    otherNames: otherNamesOf(given, opposes),
    legalForm: { code: given.nature_juridique, name: null },
    // It tells only whether the company exists, not whether it is in liquidation: BODACC publishes that.
    status: given.etat_administratif === 'C' ? 'dissolved' : given.etat_administratif === 'A' ? 'active' : 'unknown',
    statusText: given.etat_administratif ?? null,
    address,
    incorporated: given.date_creation,
    dissolved: given.date_fermeture,
    activities: given.activite_principale ? [{ code: given.activite_principale, scheme: 'NAF Rév. 2', text: null }] : [],
    accounts: accountsOf(given.finances ?? {}),
    withheld: opposes ? ['address', ...(legalName === null ? ['legalName'] : [])] : [],
    lastModified: given.date_mise_a_jour,
  }
}

/** The abbreviation and the trade name. Names on signs (`liste_enseignes`) can be those of a franchise, so they are left out. */
function otherNamesOf({ sigle, siege }: Company, opposes: boolean): RegisterRecord['otherNames'] {
  const trading = opposes ? null : (siege?.nom_commercial ?? null)
  const named = (name: string | null, kind: 'other' | 'trading') => (name === null ? [] : [{ name, kind, from: null, to: null }])
  return [...named(sigle, 'other'), ...named(trading, 'trading')]
}

/** The newest first. */
function accountsOf(finances: NonNullable<Company['finances']>): CompanyAccounts[] {
  return Object.entries(finances)
    .filter(([year]) => /^(?:19|20)\d\d$/.test(year))
    .map(([year, { ca, resultat_net: netResult }]) => ({ year: Number(year), periodEnd: null, currency: 'EUR', turnover: ca, netResult }))
    .toSorted((a, b) => b.year - a.year)
    .slice(0, 10)
}
