import { describe, expect, test } from 'vitest'
import { makeDeclared, type DeclaredSource } from '../../../../src/sources/declared-source.ts'
import { startTestUpstream, type TestAnswer } from '../../../../src/sources/policy/test-upstream.fixture.ts'
import { ariregister } from './estonia-ariregister.ts'
import { bodacc } from './france-bodacc.ts'
import { rechercheEntreprises } from './france-recherche.ts'
import { latviaUr } from './latvia-ur.ts'
import { plWhiteList } from './poland-white-list.ts'
import { companiesHouse } from './united-kingdom-companies-house.ts'

/*
 * Answers of registers of which no recording was at hand, in the shape that public clients and their tests quote. docs/sources.md says
 * which. Every member that they quote is here, also those that are not read; the values are made up.
 */
const { signal } = new AbortController()

async function made<T>(source: DeclaredSource<T>, body: unknown, settings: Readonly<Record<string, unknown>> = {}) {
  const { declared, parts } = await startTestUpstream((): TestAnswer => ({ body }))
  return makeDeclared(source, { ...declared, settings }, parts).adapter
}

describe('recherche-entreprises', () => {
  const siege = {
    activite_principale: '10.71C',
    adresse: '4 RUE DU MOULIN 44000 NANTES',
    cedex: null,
    code_pays_etranger: null,
    code_postal: '44000',
    commune: '44109',
    coordonnees: '47.21,-1.55',
    date_creation: '2015-03-01',
    departement: '44',
    est_siege: true,
    etat_administratif: 'A',
    geo_adresse: '4 Rue du Moulin 44000 Nantes',
    libelle_commune: 'NANTES',
    libelle_voie: 'DU MOULIN',
    liste_enseignes: [null, 'AU PAIN DORE'],
    liste_idcc: ['843'],
    nom_commercial: 'LE FOURNIL NANTAIS',
    numero_voie: '4',
    siret: '55208131700016',
    tranche_effectif_salarie: '02',
    type_voie: 'RUE',
  }
  const company = {
    siren: '552081317',
    nom_complet: 'BOULANGERIE DU MOULIN (BDM)',
    nom_raison_sociale: 'BOULANGERIE DU MOULIN',
    sigle: 'BDM',
    nombre_etablissements: 2,
    nombre_etablissements_ouverts: 1,
    siege,
    activite_principale: '10.71C',
    activite_principale_naf25: '10.71J',
    categorie_entreprise: 'PME',
    caractere_employeur: 'O',
    date_creation: '2015-03-01',
    date_fermeture: null,
    date_mise_a_jour: '2026-05-06T13:27:00',
    date_mise_a_jour_insee: '2026-05-06T13:27:00',
    date_mise_a_jour_rne: null,
    dirigeants: [{ nom: 'EXEMPLE', prenoms: 'ALEX', annee_de_naissance: '1970', type_dirigeant: 'personne physique' }],
    etat_administratif: 'A',
    nature_juridique: '5499',
    statut_diffusion: 'O',
    finances: { 2024: { ca: 410000, resultat_net: null } },
    complements: { est_association: false },
  }
  const answer = (more: object) => ({ results: [{ ...company, ...more }], total_results: 1, page: 1, per_page: 1, total_pages: 1 })

  test('gives its names, the trade name among them, and no name of a person', async () => {
    const register = await made(rechercheEntreprises, answer({}))
    const found = await register.byNumber('552081317', signal)
    expect(found).toMatchObject({
      value: {
        legalName: 'BOULANGERIE DU MOULIN',
        otherNames: [
          { name: 'BDM', kind: 'other' },
          { name: 'LE FOURNIL NANTAIS', kind: 'trading' },
        ],
        status: 'active',
        accounts: [{ year: 2024, turnover: '410000', netResult: null }],
      },
    })
    expect(JSON.stringify(found)).not.toMatch(/ALEX|PAIN DORE/)
  })

  test('of a company that opposes the diffusion of its data gives no trade name', async () => {
    const register = await made(rechercheEntreprises, answer({ statut_diffusion: 'P', sigle: null }))
    expect(await register.byNumber('552081317', signal)).toMatchObject({ value: { otherNames: [], withheld: ['address'] } })
  })
})

describe('BODACC', () => {
  const notice = {
    id: 'A202600180001',
    publicationavis: 'A',
    parution: '20260018',
    dateparution: '2026-01-26',
    numeroannonce: 1,
    typeavis: 'annonce',
    typeavis_lib: 'Avis initial',
    familleavis: 'collective',
    familleavis_lib: 'Procédures collectives',
    numerodepartement: '44',
    tribunal: 'Greffe du Tribunal de Commerce de Nantes',
    commercant: 'BOULANGERIE DU MOULIN',
    ville: 'Nantes',
    registre: ['552 081 317', '552081317'],
    cp: '44000',
    listepersonnes: '{"personne": {"typePersonne": "pm", "denomination": "BOULANGERIE DU MOULIN"}}',
    jugement:
      '{"famille": "Jugement prononçant", "nature": "Jugement de conversion en liquidation judiciaire", "date": "10 décembre 2025", "complementJugement": "liquidateur Alex Exemple", "type": "initial"}',
    acte: null,
    modificationsgenerales: null,
    radiationaurcs: null,
    depot: null,
    divers: null,
    parutionavisprecedent: null,
    url_complete: 'https://www.bodacc.fr/pages/annonces-commerciales-detail/?q.id=id:A202600180001',
  }

  test('writes the day of a judgment in words', async () => {
    const { changes } = await made(bodacc, { total_count: 1, results: [notice] })
    const found = await changes('552081317', '2026-01-01', signal)
    const event = { type: 'insolvency', date: '2025-12-10', new: 'Jugement de conversion en liquidation judiciaire' }
    expect(found).toMatchObject({ value: { events: [event] } })
    expect(JSON.stringify(found)).not.toContain('Alex')
  })

  test('a notice that takes an earlier one back is no judgment', async () => {
    const cancelled = { ...notice, typeavis: 'annulation', typeavis_lib: "Avis d'annulation" }
    const { changes } = await made(bodacc, { total_count: 1, results: [cancelled] })
    const event = { type: 'insolvency', summary: 'An earlier notice was cancelled', new: null }
    expect(await changes('552081317', '2026-01-01', signal)).toMatchObject({ value: { events: [event] } })
  })

  test('a sale names both companies in one list', async () => {
    const sale = { ...notice, familleavis: 'vente', jugement: null, registre: ['732829320', '732 829 320', '552081317', '552 081 317'] }
    const { changes } = await made(bodacc, { total_count: 1, results: [sale] })
    expect(await changes('552081317', '2026-01-01', signal)).toMatchObject({ value: { events: [{ type: 'other' }] } })
    expect(await changes('111111111', '2026-01-01', signal)).toMatchObject({ value: { events: [] } })
  })
})

test('the register of Estonia gives numbers as numbers, and one letter for the status', async () => {
  const hit = { company_id: 9000000001, reg_code: 10137319, name: 'Näide Puit OÜ', status: 'L' }
  const place = {
    legal_address: 'Harju maakond, Tallinn, Kesklinna linnaosa, Näite tn 1',
    zip_code: '10111',
    url: 'https://ariregister.rik.ee/est/company/10137319',
  }
  const register = await made(ariregister, { status: 'OK', data: [{ ...hit, ...place }] })
  expect(await register.byNumber('10137319', signal)).toMatchObject({
    value: { legalName: 'Näide Puit OÜ', status: 'in_liquidation', address: { postalCode: '10111' } },
  })
})

test('the portal of Latvia gives all columns of its file, and empty texts for what is missing', async () => {
  const record = {
    _id: 1,
    regcode: 40003245752,
    sepa: 'LV19ZZZ40003245752',
    name: 'SIA "PARAUGS"',
    name_before_quotes: 'SIA',
    name_in_quotes: 'PARAUGS',
    name_after_quotes: '',
    without_quotes: 0,
    regtype: 'K',
    regtype_text: 'Komercreģistrs',
    type: 'SIA',
    type_text: 'Sabiedrība ar ierobežotu atbildību',
    registered: '2012-05-31T00:00:00',
    terminated: null,
    closed: '',
    address: 'Valmiera, Parauga iela 1',
    index: 4201,
    addressid: 103045133,
    region: 100015821,
    city: 0,
    atvk: '0885162',
    reregistration_term: null,
  }
  const register = await made(latviaUr, { help: 'x', success: true, result: { records: [record], total: 1, fields: [], limit: 1 } })
  expect(await register.byNumber('40003245752', signal)).toMatchObject({
    value: {
      legalName: 'SIA "PARAUGS"',
      legalForm: { code: 'SIA' },
      status: 'active',
      incorporated: '2012-05-31',
      address: { postalCode: 'LV-4201' },
    },
  })
})

test('the White List names accounts and persons, which are not read, and null for what it does not know', async () => {
  const subject = {
    name: 'PRZYKŁAD SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ',
    nip: '7740001454',
    statusVat: 'Zwolniony',
    regon: '610188201',
    pesel: null,
    krs: '0000028860',
    residenceAddress: null,
    workingAddress: 'PRZYKŁADOWA 8/LU202, 02-786 WARSZAWA',
    representatives: [{ firstName: 'ALEX', lastName: 'PRZYKŁADOWY' }],
    authorizedClerks: [],
    partners: [],
    registrationLegalDate: '2014-01-10',
    registrationDenialBasis: null,
    registrationDenialDate: null,
    restorationBasis: null,
    restorationDate: null,
    removalBasis: null,
    removalDate: null,
    exemptionSmeDate: null,
    accountNumbers: ['00000000000000000000000000'],
    hasVirtualAccounts: false,
  }
  const list = await made(plWhiteList, { result: { subject, requestDateTime: '28-11-2026 10:00:00', requestId: 'a1b2c-8d9e0f1' } })
  const found = await list.byVat('7740001454', signal)
  expect(found).toMatchObject({ value: { registerNumber: '0000028860', vatRegistered: false, address: { city: 'WARSZAWA' } } })
  expect(JSON.stringify(found)).not.toMatch(/ALEX|00000000000000000000/)
})

describe('Companies House', () => {
  const profile = {
    accounts: { last_accounts: { made_up_to: '2025-12-31', type: 'full' }, next_accounts: { due_on: '2027-09-30' }, overdue: false },
    can_file: true,
    company_name: 'EXAMPLE SEEDS LIMITED',
    company_number: '00445790',
    company_status: 'active',
    confirmation_statement: { last_made_up_to: '2025-12-10', next_due: '2026-12-24', overdue: false },
    date_of_creation: '2007-01-26',
    etag: 'd550a36355d9',
    has_been_liquidated: false,
    has_charges: false,
    has_insolvency_history: false,
    jurisdiction: 'england-wales',
    links: { self: '/company/00445790' },
    previous_company_names: [{ ceased_on: '2007-02-19', effective_from: '2007-01-26', name: 'EXAMPLE START LIMITED' }],
    registered_office_address: {
      address_line_1: '1 High Street',
      country: 'United Kingdom',
      locality: 'Wrington',
      postal_code: 'BS40 5RS',
    },
    registered_office_is_in_dispute: false,
    sic_codes: ['75000'],
    type: 'ltd',
  }
  const house = (more: object) => made(companiesHouse, { ...profile, ...more }, { companiesHouseKey: 'k' })

  test('says in a detail that an active company is to be struck off', async () => {
    const register = await house({ company_status_detail: 'active-proposal-to-strike-off' })
    const value = { status: 'active', statusText: 'active, active-proposal-to-strike-off', address: { country: 'GB' } }
    expect(await register.byNumber('00445790', signal)).toMatchObject({ value })
  })

  test('has companies from abroad with their address there', async () => {
    const abroad = { address_line_1: 'Branch Registration', address_line_2: 'Refer To Parent Registry', country: 'Netherlands' }
    const register = await house({ type: 'oversea-company', registered_office_address: abroad })
    expect(await register.byNumber('00445790', signal)).toMatchObject({ value: { address: { country: null } } })
  })
})
