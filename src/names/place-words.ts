import { cityOf } from './city-names.ts'

/**
 * Names of countries and regions as companies add them to a brand, a country a line, in its own languages and those of its neighbours, as
 * noun and as adjective; in Latin letters without marks.
 */
const table = `
at austria osterreich oesterreich osterreichische autriche oostenrijk rakousko rakusko ausztria avstrija austriaca
be belgium belgie belgique belgien belgio belgica belgian belge belgisch belgische
bg bulgaria balgariya balgaria bulgarien bulgarie bulgarska balgarska bulgarian bulgarije blgariya blgaria blgarska
hr croatia hrvatska kroatien croatie croazia hrvatski chorvatsko horvatorszag kroatie croatian
cy cyprus kypros kipros zypern chypre cypriot
cz czech czechia cesko ceska ceske cesky cr tschechien tcheque ceca czechy csehorszag bohemia
dk denmark danmark dansk danske danemark dania tanska danimarca dinamarca danish denemarken
ee estonia eesti estland estonie estonian viro igaunija estija
fi finland suomi suomen finska finlande finlandia finnish
fr france frankreich francia frankrijk francaise francais francie francuska frankrike french
de germany deutschland deutsche deutscher deutsches allemagne germania alemania duitsland nemecko niemcy nemet tyskland german allemande alemanha njemacka nemcija germaniya saksa nemetorszag
gr greece hellas ellas ellada griechenland grece grecia griekenland recko helliniki hellenic greek grecja elliniki
hu hungary magyarorszag magyar magyarorszagi ungarn hongrie ungheria hungria madarsko madarska wegry ungaria hungarian hongarije
ie ireland eire irland irlande irlanda ierland irish
it italy italia italiana italien italie italiano italija italian
lv latvia latvija lettland lettonie latvian lotysko latvijas lotwa
lt lithuania lietuva litauen lituanie lithuanian lietuvos litwa litva
lu luxembourg luxemburg letzebuerg lussemburgo luxemburgo
mt malta maltese
nl netherlands nederland nederlandse niederlande pays bas holland dutch olanda holandia nizozemsko
pl poland polska polski polskie polen pologne polonia polsko lengyelorszag lenkija polish polija
pt portugal portuguesa portuguese portugalia
ro romania rumanien roumanie romana roumania rumunia rumunsko romanian roemenie
sk slovakia slovensko slovenska slovakei slovaquie slovaca szlovakia slowacja slovak slowakei
si slovenia slovenija slowenien slovenie slovene slowenia
es spain espana espanola spanien espagne spagna iberica iberia spanje spanish espanha hiszpania iberian
se sweden sverige svenska svensk schweden suede svezia suecia zweden szwecja ruotsi swedish
no norway norge norsk norske norwegen norvege norvegia noruega noorwegen norwegia norwegian norja
gb uk britain england scotland wales grossbritannien britannien british kingdom angleterre
ch switzerland schweiz suisse svizzera helvetia swiss suiza zwitserland szwajcaria helvetica schweizerische
li liechtenstein
is iceland island islands islande islenska
tr turkey turkiye turk turkei turquie
ua ukraine ukraina ukrayina
rs serbia srbija serbien
us usa america amerika american americas
ru russia rossiya russland russian
cn china
in india
jp japan
ca canada
au australia
br brasil brazil
mx mexico
europe europe europa european eu emea europaische europeenne evropa europeen europea
benelux benelux
nordic nordic nordics nordisk nordiska scandinavia skandinavien scandinavian
baltic baltic baltics baltija baltics
cee cee central eastern western northern southern east west north south mitteleuropa dach
world global worldwide international
`

const countries = new Map<string, string>()
for (const line of table.trim().split('\n')) {
  const [country = '', ...words] = line.split(' ')
  for (const word of words) if (!countries.has(word)) countries.set(word, country)
}

/** Words that only accompany the name of a country. */
const companions = new Set('republic republika republiky great united of the republique rep'.split(' '))

/** The country or region that a word of a company's name means; null for other words. */
export function countryOfWord(word: string): string | null {
  return countries.get(word) ?? null
}

export function isPlaceWord(word: string): boolean {
  return countries.has(word) || companions.has(word)
}

/** Seats that names of companies end with, besides the cities that have several names. */
const seats = new Set(
  (
    'zagreb split rijeka osijek zadar pula varazdin koprivnica sisak karlovac dubrovnik sibenik cakovec slavonski brod velika gorica samobor ' +
    'ljubljana maribor celje kranj koper velenje mesto novo kocevje nova domzale ptuj sofia plovdiv varna burgas ruse stara zagora ' +
    'ostrava olomouc liberec pardubice hradec kralove zlin zilina presov nitra trnava banska bystrica trencin poprad ' +
    'lodz lublin katowice szczecin bydgoszcz gdynia debrecen szeged miskolc pecs gyor kecskemet cluj napoca timisoara iasi constanta brasov craiova oradea ' +
    'hamburg berlin stuttgart dusseldorf essen bremen bonn mannheim graz linz salzburg innsbruck vaduz lugano winterthur luzern ' +
    'paris lille nantes bordeaux toulouse rennes grenoble madrid barcelona valencia bilbao malaga braga coimbra palermo bologna bari catania verona ' +
    'amsterdam rotterdam utrecht eindhoven hasselt namur charleroi stockholm malmo uppsala oslo bergen trondheim stavanger aarhus odense aalborg oulu lahti jyvaskyla ' +
    'tartu parnu narva daugavpils liepaja jelgava kaunas klaipeda siauliai panevezys patra irakleio heraklion larisa limassol larnaca reykjavik akureyri cork galway limerick london manchester birmingham leeds glasgow edinburgh belfast cardiff'
  ).split(' '),
)

/** Whether a word behind a legal form is a part of the name of a place. */
export function isSeatWord(word: string): boolean {
  return seats.has(word) || cityOf(word) !== null || isPlaceWord(word)
}
