/** What the sandbox's notices are about: the first two digits of CPV codes, some codes, and a title in each language. */
export interface Subject {
  readonly codes: readonly [string, ...string[]]
  readonly titles: Readonly<Record<string, string>>
}

const languages = ['eng', 'deu', 'fra', 'pol', 'spa', 'ita', 'ron', 'nld', 'swe', 'ces', 'ell', 'por', 'fin', 'nob']

function subject(codes: readonly [string, ...string[]], titles: string): Subject {
  const words = titles.split(' / ')
  return { codes, titles: Object.fromEntries(languages.map((language, index) => [language, words[index] ?? words[0] ?? ''])) }
}

const software = subject(
  ['72000000', '72200000', '72212311', '72260000', '72262000', '72267100', '72300000', '72253000'],
  'Software development / Softwareentwicklung / Développement de logiciels / Tworzenie oprogramowania / Desarrollo de software / Sviluppo di software / Dezvoltare software / Softwareontwikkeling / Programvaruutveckling / Vývoj softwaru / Ανάπτυξη λογισμικού / Desenvolvimento de software / Ohjelmistokehitys / Programvareutvikling',
)
const packages = subject(
  ['48000000', '48100000', '48210000', '48445000', '48612000', '48814200'],
  'Software packages / Softwarepakete / Logiciels / Pakiety oprogramowania / Paquetes de software / Pacchetti software / Pachete software / Softwarepakketten / Programvarupaket / Balíky softwaru / Πακέτα λογισμικού / Pacotes de software / Ohjelmistopaketit / Programvarepakker',
)
const building = subject(
  ['45000000', '45210000', '45214200', '45233140', '45233220', '45310000', '45453000', '45111100'],
  'Building works / Bauarbeiten / Travaux de construction / Roboty budowlane / Obras de construcción / Lavori edili / Lucrări de construcții / Bouwwerkzaamheden / Byggnadsarbeten / Stavební práce / Οικοδομικές εργασίες / Obras de construção / Rakennustyöt / Byggearbeid',
)
const medical = subject(
  ['33100000', '33111000', '33140000', '33600000', '33651600', '33696500'],
  'Medical equipment / Medizinische Geräte / Équipements médicaux / Sprzęt medyczny / Equipos médicos / Apparecchiature mediche / Echipamente medicale / Medische apparatuur / Medicinsk utrustning / Zdravotnické přístroje / Ιατρικός εξοπλισμός / Equipamento médico / Lääkinnälliset laitteet / Medisinsk utstyr',
)
const planning = subject(
  ['71000000', '71200000', '71221000', '71310000', '71322000', '71521000'],
  'Planning of a school / Planung einer Schule / Maîtrise d’œuvre d’une école / Projekt szkoły / Proyecto de una escuela / Progettazione di una scuola / Proiectarea unei școli / Ontwerp van een school / Projektering av en skola / Projekt školy / Μελέτη σχολείου / Projeto de uma escola / Koulun suunnittelu / Prosjektering av en skole',
)
const waste = subject(
  ['90000000', '90500000', '90511000', '90610000', '90911200'],
  'Collection of waste / Abfallsammlung / Collecte des déchets / Odbiór odpadów / Recogida de residuos / Raccolta dei rifiuti / Colectarea deșeurilor / Inzameling van afval / Avfallsinsamling / Svoz odpadu / Συλλογή απορριμμάτων / Recolha de resíduos / Jätteenkeräys / Avfallsinnsamling',
)
const advice = subject(
  ['79000000', '79100000', '79212000', '79410000', '79530000', '79710000'],
  'Advice and translation / Beratung und Übersetzung / Conseil et traduction / Doradztwo i tłumaczenia / Asesoramiento y traducción / Consulenza e traduzione / Consultanță și traducere / Advies en vertaling / Rådgivning och översättning / Poradenství a překlady / Συμβουλές και μετάφραση / Consultoria e tradução / Neuvonta ja kääntäminen / Rådgivning og oversettelse',
)
const computers = subject(
  ['30200000', '30213100', '30231300', '30192000'],
  'Computers / Computer / Ordinateurs / Komputery / Ordenadores / Computer / Calculatoare / Computers / Datorer / Počítače / Υπολογιστές / Computadores / Tietokoneet / Datamaskiner',
)

export const subjects: readonly [Subject, ...Subject[]] = [software, packages, building, medical, planning, waste, advice, computers]

/** Days with many notices of one buyer country about one subject. */
export const bursts: readonly [Burst, ...Burst[]] = [
  { country: 'DEU', subject: software },
  { country: 'FRA', subject: building },
  { country: 'POL', subject: medical },
]

interface Burst {
  readonly country: string
  readonly subject: Subject
}
