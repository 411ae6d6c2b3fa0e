import { json, retryAfter } from '../../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { byName, byNumber, type Registered } from './registered.ts'

function companyOf(one: Registered) {
  const { company, number } = one
  const hidden = company.withheld === true
  const [, house = '', road = one.street] = /^(\d+) (.*)$/.exec(one.street) ?? []
  return {
    siren: number,
    nom_complet: one.name,
    nom_raison_sociale: one.name,
    sigle: null,
    nombre_etablissements: 1,
    siege: {
      activite_principale: company.activity.code,
      adresse: hidden ? '[NON-DIFFUSIBLE]' : `${one.street} ${one.postalCode} ${one.city}`,
      code_postal: hidden ? '[NON-DIFFUSIBLE]' : one.postalCode,
      libelle_commune: one.city,
      libelle_voie: hidden ? '[NON-DIFFUSIBLE]' : road,
      numero_voie: hidden ? '[NON-DIFFUSIBLE]' : house,
      type_voie: null,
      code_pays_etranger: null,
      siret: `${number}00014`,
      etat_administratif: one.ended === null ? 'A' : 'F',
    },
    activite_principale: company.activity.code,
    categorie_entreprise: 'PME',
    date_creation: one.founded,
    date_fermeture: one.ended,
    date_mise_a_jour: `${one.changed}T06:00:00`,
    dirigeants: [{ nom: 'EXEMPLE', prenoms: 'CAMILLE', qualite: 'Gérant', type_dirigeant: 'personne physique' }],
    etat_administratif: one.ended === null ? 'A' : 'C',
    nature_juridique: company.legalForm.code,
    statut_diffusion: hidden ? 'P' : 'O',
    finances: Object.fromEntries(
      one.accounts.map(({ year, turnover, netResult }) => [String(year), { ca: Number(turnover), resultat_net: Number(netResult) }]),
    ),
    complements: { est_association: false },
  }
}

/** https://recherche-entreprises.api.gouv.fr/docs/ */
export const rechercheEntreprises: StandIn = {
  answer({ url, now }) {
    const text = url.searchParams.get('q') ?? ''
    if (url.pathname !== '/search') return json({ erreur: 'Page introuvable' }, 404)
    if (text.length < 3) return json({ erreur: '3 caractères minimum pour les termes de la requête' }, 400)
    const one = byNumber('FR', text, now)
    // The search is in full text: an unknown number still finds companies in whose entry its digits occur.
    const found = one ? [one] : /^\d{9}$/.test(text) ? byName('FR', 'lumenor', now) : byName('FR', text, now)
    const size = Number(url.searchParams.get('per_page') ?? 10)
    const results = found.slice(0, size).map(companyOf)
    return json({ results, total_results: found.length, page: 1, per_page: size, total_pages: 1 })
  },
  rateLimited: json({ erreur: 'Trop de requêtes' }, 429, retryAfter),
  broken: json({ erreur: 'Une erreur est survenue' }, 500),
}
