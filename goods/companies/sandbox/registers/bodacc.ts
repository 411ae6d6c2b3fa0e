import { json, retryAfter } from '../../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { byNumber, publishedSince, serialOf, type PublishedChange, type Registered } from './registered.ts'

interface Content {
  readonly familleavis: string
  readonly familleavis_lib: string
  readonly jugement?: unknown
  readonly modificationsgenerales?: unknown
  readonly depot?: unknown
}

const modification = (descriptif: string): Content => ({
  familleavis: 'modification',
  familleavis_lib: 'Modifications diverses',
  modificationsgenerales: { descriptif },
})

/** One change can make several notices. */
function contentsOf(change: PublishedChange): Content[] {
  if (change.before === null) return [{ familleavis: 'creation', familleavis_lib: 'Créations' }]
  const judged = (nature: string): Content => ({
    familleavis: 'collective',
    familleavis_lib: 'Procédures collectives',
    jugement: { type: 'initial', famille: "Jugement d'ouverture", nature, date: change.on, complementJugement: 'Mandataire : Me Exemple' },
  })
  return [
    ...(change.name === undefined ? [] : [modification('modification survenue sur la dénomination')]),
    ...(change.street === undefined ? [] : [modification("modification survenue sur l'adresse du siège")]),
    ...(change.capital === undefined ? [] : [modification('modification survenue sur le capital')]),
    ...(change.officers === undefined ? [] : [modification("modification survenue sur l'administration. Gérant : EXEMPLE Camille")]),
    ...(change.accountsFor === undefined
      ? []
      : [
          {
            familleavis: 'dpc',
            familleavis_lib: 'Dépôts des comptes',
            depot: { dateCloture: `${change.accountsFor.year}-12-31`, typeDepot: 'Comptes annuels et rapports' },
          },
        ]),
    ...(change.status === 'insolvent' ? [judged("Jugement d'ouverture de liquidation judiciaire")] : []),
    ...(change.status === 'dissolved' || change.status === 'merged' ? [{ familleavis: 'radiation', familleavis_lib: 'Radiations' }] : []),
  ]
}

function noticesOf(one: Registered, since: string, now: number) {
  return publishedSince(one, since, now)
    .flatMap((change) => contentsOf(change).map((content, index) => ({ change, content, index })))
    .map(({ change, content, index }) => {
      const annonce = serialOf(one) * 100 + change.index * 10 + index
      const packed = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
      return {
        id: `C${change.on.replaceAll('-', '')}${annonce}`,
        publicationavis: 'C',
        parution: change.on.replaceAll('-', ''),
        dateparution: change.on,
        numeroannonce: annonce,
        typeavis: 'annonce',
        typeavis_lib: 'Avis initial',
        familleavis: content.familleavis,
        familleavis_lib: content.familleavis_lib,
        tribunal: 'GREFFE DU TRIBUNAL DE COMMERCE DE LYON',
        commercant: one.name,
        registre: [one.number, one.number.replace(/(\d{3})(\d{3})(\d{3})/, '$1 $2 $3')],
        listepersonnes: null,
        jugement: packed(content.jugement),
        acte: null,
        modificationsgenerales: packed(content.modificationsgenerales),
        depot: packed(content.depot),
        url_complete: `https://www.bodacc.fr/pages/annonces-commerciales-detail/?q.id=id:C${annonce}`,
      }
    })
    .toReversed()
}

/** https://bodacc-datadila.opendatasoft.com/explore/dataset/annonces-commerciales/api/ */
export const bodacc: StandIn = {
  answer({ url, now }) {
    const where = url.searchParams.get('where') ?? ''
    const [, siren = '', since = ''] = /^registre="(\d{9})" AND dateparution>=date'(\d{4}-\d\d-\d\d)'$/.exec(where) ?? []
    if (siren === '') return json({ error_code: 'ODSQLError', message: 'ODSQL query is malformed' }, 400)
    const one = byNumber('FR', siren, now)
    const notices = one ? noticesOf(one, since, now) : []
    return json({ total_count: notices.length, results: notices.slice(0, Number(url.searchParams.get('limit') ?? 10)) })
  },
  rateLimited: json({ error_code: 10002, message: 'You have exceeded the requests limit for anonymous users.' }, 429, retryAfter),
  broken: json({ error_code: 'InternalServerError', message: 'Internal error' }, 500),
}
