/** Cities with several names, a city a line; in Latin letters without marks. */
const table = `
praha prague prag praga
wien vienna vienne bec becs viden
munchen muenchen munich monaco
koln koeln cologne
nurnberg nuernberg nuremberg
hannover hanover
frankfurt francfort
aachen aix
dresden drazdany
leipzig lipsko
warszawa warsaw varsovie warschau varsava
krakow cracow krakau
wroclaw breslau
gdansk danzig
poznan posen
roma rome rom rzym
milano milan mailand
torino turin
firenze florence florenz
venezia venice venedig
napoli naples neapel
genova genoa genua
kobenhavn kopenhagen copenhagen koebenhavn
goteborg gothenburg goeteborg
helsinki helsingfors
turku abo
tampere tammerfors
espoo esbo
vantaa vanda
lisboa lisbon lissabon lisbonne
porto oporto
bruxelles brussel brussels bruselas brussel
antwerpen antwerp anvers
gent ghent gand
brugge bruges
liege luik luttich
leuven louvain
geneve geneva genf ginevra
zurich zuerich zurigo
basel bale basle basilea
bern berne berna
luzern lucerne
haag hague gravenhage
bucuresti bucharest bukarest
beograd belgrade belgrad
athina athens athen athinai
thessaloniki salonica
moskva moscow moskau moscou
petersburg peterburg
kyiv kiev kiew
lviv lvov lwow lemberg
odesa odessa
kharkiv kharkov
chisinau kishinev
sofiya sofia
budapest budapesht
bratislava pressburg pozsony
kosice kaschau kassa
brno brunn
plzen pilsen
sevilla seville
zaragoza saragossa
cordoba cordova
luxembourg luxemburg letzebuerg
strasbourg strassburg
lyon lyons
marseille marseilles
nice nizza
vilnius wilno vilna
riga riika
tallinn reval
lefkosia nicosia
valletta
istanbul constantinople
ankara angora
izmir smyrna
mumbai bombay
kolkata calcutta
chennai madras
beijing peking
guangzhou canton
dublin
`

const cities = new Map<string, string>()
for (const line of table.trim().split('\n')) {
  const [first = '', ...others] = line.split(' ')
  for (const name of [first, ...others]) if (!cities.has(name)) cities.set(name, `city ${first}`)
}

/** One name for each city with several names; null for other words. */
export function cityOf(word: string): string | null {
  return cities.get(word) ?? null
}
