import { syllableOf } from './fold.ts'

/**
 * Words that are common in the names of organisations. Each line has one meaning: how English, Spanish, French, German, Italian, Portuguese,
 * Turkish and Russian say it, and after a bar the abbreviations that no rule below makes of these words.
 */
const table = `
company compania compagnie companhia compagnia gesellschaft sirket sirketi kompaniya kompania societe sociedad societa sociedade firma | co cia cie ges soc ste
corporation corporacion corporacao korporatsiya korporation | corp
group grupo groupe gruppe gruppo grup gruppa grubu | gp gr
holding holdings
bank banco banque banca bankasi bankası banka banki | bk bnk
brothers hermanos freres gebruder fratelli irmaos kardesler bratya | bros gebr hnos flli
sons hijos fils sohne figli filhos ogullari
general generale generales algemene genel generalny | gen gral genl
trading trade comercio commerce handel handels commercio ticaret torgovlya torgovaya torgovyi torgovy trader traders | trd tic
commercial comercial kommerziell commerciale ticari kommercheskiy kommercheskaya | coml
international internacional internationale internazionale uluslararasi mezhdunarodnyi mezhdunarodnaya mezhdunarodny | int intl intnl
national nacional nationale nazionale ulusal natsionalnyi natsionalnaya milli | nat natl
industry industries industria industrias industrie industriya sanayi sanayii | ind inds san
industrial industriel industriell industriale endustriyel promyshlennyi promyshlennaya | ind indl
technology technologies tecnologia tecnologias technologie technologien tecnologie tehnologii tekhnologii teknoloji teknolojileri technical tecnica technique technik tekhnika teknik | tech tek
communication communications comunicacion comunicaciones kommunikation comunicazione comunicazioni comunicacao comunicacoes iletisim kommunikatsii svyaz | comm comms com
telecommunication telecommunications telecomunicaciones telekommunikation telecomunicazioni telecomunicacoes telekomunikasyon | telecom telco telecoms telekom
service services servicio servicios dienst dienste dienstleistungen servizio servizi servico servicos hizmet hizmetleri uslugi servis | svc svcs srv srvs serv
manufacturing manufacture manufacturers fabricacion fabrication fertigung herstellung fabbricazione imalat proizvodstvo manufactura | mfg mfrs mfr manuf
engineering ingenieria ingenierie ingenieurwesen ingegneria engenharia muhendislik inzhiniring | eng engg engrg engr
construction construcciones construccion constructions bau costruzioni construcao construcoes insaat stroitelstvo stroi stroy building builders | const constr bldg bldrs ins
development developpement desarrollo entwicklung sviluppo desenvolvimento gelistirme razvitie razvitiya | dev devt dvlpmt
investment investments inversion inversiones investissement investissements investition investitionen investimenti investimento investimentos yatirim investitsii | inv invt invst
management gestion verwaltung gestione gestao yonetim upravlenie | mgmt mgt mngmt
enterprise enterprises empresa empresas entreprise entreprises unternehmen impresa imprese isletme predpriyatie | ent ents entp
export exports exportacion exportation ausfuhr esportazione exportacao ihracat eksport | exp
import imports importacion importation einfuhr importazione importacao ithalat | imp
transport transports transportation transporte transportes trasporti trasporto nakliyat tasimacilik perevozki | trans transp trnsp
shipping navigation navegacion schifffahrt navigazione navegacao denizcilik sudokhodstvo sudohodstvo | shpg ship
maritime maritima maritimo marine marittima morskoi morskoy | mar
aviation aviacion luftfahrt aviazione aviacao havacilik aviatsiya | avn avia
airlines airline aerolineas luftlinien lignes aeriennes havayollari avialinii airways | air
logistics logistica logistique logistik lojistik logistika | log
energy energia energie enerji energetika energiya | en enrg
petroleum petroleo petrole erdol petrolio petrol neft oil | oil pet petr
chemical chemicals quimica quimicos chimie chimique chemie chimica kimya khimiya himiya | chem chems
pharmaceutical pharmaceuticals farmaceutica pharmacie pharmaceutique pharma farmaceutici ilac farmatsevtika | pharm
electric electrical electronics electronic electrica electronica electrique electronique elektro elektronik elettronica eletronica elektrik elektronika | elec elek electr
machinery machines maquinaria machine maschinen maschinenbau macchine maquinas makine mashinostroenie | mach mchy
equipment equipo equipos equipement equipements ausrustung attrezzature equipamentos ekipman oborudovanie | equip eqpt
materials material materiales materiaux materialien materiali materiais malzeme materialy | matl mats
supply supplies suministros fournitures lieferung forniture fornecimentos tedarik snabzhenie | sup
foundation fundacion fondation stiftung fondazione fundacao vakfi vakif fond | fdn fndn found
association asociacion verein associazione associacao dernek dernegi assotsiatsiya | assn assoc asso ass
organization organisation organizacion organisationen organizzazione organizacao orgut orgutu organizatsiya | org orgn
institute instituto institut istituto enstitusu | inst
university universidad universite universitat universita universidade universitesi universitet | univ
center centre centro zentrum merkez merkezi tsentr centrum | ctr cntr
research investigacion recherche forschung ricerca pesquisa arastirma issledovanie | res rsch
science sciences ciencia ciencias wissenschaft scienza scienze bilim nauka | sci
department departamento departement abteilung dipartimento | dept dep dpt
ministry ministerio ministere ministerium ministero bakanligi ministerstvo | min mini
government gobierno gouvernement regierung governo hukumet pravitelstvo | govt gov
committee comite komitee comitato komite komitet | cttee comte
union unione uniao soyuz birlik birligi | un
federation federacion foderation federazione federacao federasyon federatsiya | fed
cooperative cooperativa kooperative genossenschaft kooperatif kooperativ | coop
agency agencia agence agentur agenzia ajans ajansi agentstvo | agcy
office oficina bureau buro ufficio escritorio ofis byuro | off
insurance seguros assurance assurances versicherung versicherungen assicurazioni sigorta strakhovanie | insur
finance financial financiera finanzas finances finanz finanziaria financeira finans finansovyi | fin fincl
exchange cambio change wechsel borsa borsasi obmen birzha | exch xchg
system systems sistema sistemas systeme sisteme sistemi sistem sistemleri sistemy | sys
laboratory laboratories laboratorio laboratorios laboratoire laboratoires labor laboratori laboratuvar laboratoriya | lab labs
factory factories fabrica fabricas usine fabrik werk werke fabbrica fabrika fabrikasi zavod plant works | fact fty
production productions produccion produktion produzione producao uretim product products productos produits produkte prodotti produtos | prod prods
electronics elektronika
security seguridad securite sicherheit sicurezza seguranca guvenlik bezopasnost | sec
defense defence defensa verteidigung difesa defesa savunma oborona | def
consulting consultants consultant consultoria conseil beratung consulenza danismanlik konsalting | cons consult
design diseno conception entwurf progettazione tasarim dizain
distribution distribucion vertrieb distribuzione distribuicao dagitim distributor distributors | dist distr
agriculture agricultural agricola agricole landwirtschaft agricoltura tarim selkhoz | agri agric
food foods alimentos alimentation lebensmittel alimentari gida produkty | fd fds
steel acero acier stahl acciaio aco celik stal
metal metals metales metaux metalle metalli metais metallurgy metallurgical metallurgie metalurji metallurgiya | met metl
mining minera mineria mines bergbau miniere mineracao madencilik gornyi | mng
metro
real-estate inmobiliaria immobilier immobilien immobiliare imobiliaria gayrimenkul nedvizhimost realty
brigade brigada brigades | bde bgde
battalion batallon bataillon battaglione tabur batalion | bn btn batt
front frente fronte
army ejercito armee esercito exercito ordu armiya
party partido parti partei partito partisi partiya
movement movimiento mouvement bewegung movimento hareket hareketi dvizhenie | mvmt movt
republic republica republique republik repubblica cumhuriyet cumhuriyeti respublika | rep
north norte nord severnyi | n
south sur sud sul yuzhnyi | s
east este est ost oriental vostochnyi | e
west oeste ouest zapadnyi occidental | w
`

/** Letters that an abbreviation by rule has at least. */
const minAbbreviation = 3
const minCut = 4

interface Meanings {
  /** The numbers of its meanings. */
  readonly of: readonly number[]
  /** Whether it is written in full. */
  readonly isFull: boolean
}

const fullWords = new Map<string, number[]>()
const abbreviations = new Map<string, number[]>()
const byFirstLetter = new Map<string, string[]>()

function add(to: Map<string, number[]>, word: string, meaning: number): void {
  to.set(word, [...new Set([...(to.get(word) ?? []), meaning])])
}

for (const [meaning, line] of table.trim().split('\n').entries()) {
  const [full = '', short = ''] = line.split('|')
  for (const word of full.trim().split(' ')) add(fullWords, word, meaning)
  for (const word of short.trim().split(' ')) if (word !== '') add(abbreviations, word, meaning)
}
for (const word of fullWords.keys()) byFirstLetter.set(word.slice(0, 1), [...(byFirstLetter.get(word.slice(0, 1)) ?? []), word])

/** Words that were read before: lists repeat them, and queries too. */
const read = new Map<string, Meanings | null>()
const maxRead = 20_000

/** What a word means in the name of an organisation; null for a word that only names it. */
export function meaningsOf(word: string): Meanings | null {
  const before = read.get(word)
  if (before !== undefined) return before
  if (read.size === maxRead) read.clear()
  const meanings = readMeanings(word)
  read.set(word, meanings)
  return meanings
}

function readMeanings(word: string): Meanings | null {
  const full = fullWords.get(word)
  if (full) return { of: [...full, ...(abbreviations.get(word) ?? [])], isFull: true }
  const short = abbreviations.get(word) ?? abbreviations.get(word.replace(/s$/, '')) ?? []
  const byRule = (byFirstLetter.get(word.slice(0, 1)) ?? [])
    .filter((one) => isAbbreviation(word, one))
    .flatMap((one) => fullWords.get(one) ?? [])
  const of = [...new Set([...short, ...byRule])]
  return of.length === 0 ? null : { of, isFull: false }
}

/**
 * Whether a word is written shorter than another one: cut off (`techn`), without some vowels (`srvces`), or without vowels and some consonants,
 * but with its last letter (`trdg`). A short word that can be a syllable of a Chinese name is none.
 */
function isAbbreviation(short: string, full: string): boolean {
  if (short.length < minAbbreviation || short.length > full.length - 2 || syllableOf(short) !== null) return false
  if (full.startsWith(short)) return short.length >= minCut
  if (!isSubsequence(short, full) || short.at(-1) !== full.at(-1)) return false
  let common = 0
  while (short[common] === full[common]) common++
  return !/[aeiouy]/.test(short.slice(common)) || consonantsOf(short) === consonantsOf(full)
}

function isSubsequence(short: string, full: string): boolean {
  let at = 0
  for (const letter of full) if (letter === short[at]) at++
  return at === short.length
}

function consonantsOf(word: string): string {
  return word.replace(/[aeiouy]/g, '')
}
