/** What a person who knows the companies says of two names. */
export type Label = 'same' | 'similar' | 'different'

/** Pairs of names by language: the first two words of a line are its label and its kind, then the two names. */
const table = `
same|form|English|Rolls-Royce Holdings plc|ROLLS-ROYCE HOLDINGS PUBLIC LIMITED COMPANY
same|form|English|Barclays Bank PLC|Barclays Bank plc
same|form|English|Tesla, Inc.|Tesla Incorporated
same|form|English|Microsoft Corp.|Microsoft Corporation
same|form|English|The Boeing Company|Boeing Co.
same|and|English|Procter & Gamble Co|Procter and Gamble Company
same|and|English|Johnson & Johnson|Johnson and Johnson
same|punctuation|English|A.P. Moller Capital Ltd|AP Moller Capital Limited
same|punctuation|English|Macy's Inc|Macys, Inc.
same|abbreviation|English|Honeywell Intl Inc.|Honeywell International Inc
same|abbreviation|English|Smith Bros. Ltd|Smith Brothers Limited
same|spacing|English|Face Book Inc|Facebook Inc
similar|typing|English|Unilver plc|Unilever plc
similar|form differs|English|Acme Ltd|Acme LLP
similar|form differs|English|Acme Inc.|Acme LLC
similar|acronym|English|IBM Corp|International Business Machines Corp
similar|group|English|Compass plc|Compass Group plc
different|look-alike|English|United Airlines Inc|United Parcel Service Inc
different|look-alike|English|General Electric Company|General Motors Company
different|subsidiary|English|Shell plc|Shell Energy Retail Limited
different|number|English|Blackstone Fund 4 LP|Blackstone Fund 5 LP
different|look-alike|English|Lloyds Bank plc|Lloyds Pharmacy Limited
different|look-alike|English|Ford Motor Company|Forde Motors Leasing Company
same|form|German|Siemens Aktiengesellschaft|Siemens AG
same|form|German|Robert Bosch GmbH|Robert Bosch Gesellschaft mit beschränkter Haftung
same|form|German|Lidl Stiftung & Co. KG|LIDL STIFTUNG UND CO KG
same|form|German|Aldi GmbH & Co. KG|ALDI GmbH und Co. KG
same|umlaut|German|Münchener Rück AG|Muenchener Rueck AG
same|umlaut|German|Würth GmbH|WURTH GmbH
same|sharp s|German|Voßloh AG|Vossloh AG
same|form missing|German|Bayer|Bayer AG
same|punctuation|German|Dr. Oetker GmbH|Dr Oetker GmbH
similar|form differs|German|Müller GmbH|Müller AG
similar|form differs|German|Adler GmbH|Adler GmbH & Co. KG
similar|acronym|German|BMW AG|Bayerische Motoren Werke AG
similar|typing|German|Henkell AG|Hennkel AG
different|look-alike|German|Deutsche Bank AG|Deutsche Bahn AG
different|look-alike|German|Deutsche Post AG|Deutsche Börse AG
different|subsidiary|German|Volkswagen AG|Volkswagen Leasing GmbH
different|subsidiary|German|BASF SE|BASF Coatings GmbH
different|look-alike|German|Bayer AG|Bayern LB AG
same|form|French|L'Oréal S.A.|L'OREAL Société Anonyme
same|form|French|Carrefour SA|CARREFOUR S.A.
same|accent|French|Société Générale SA|SOCIETE GENERALE S.A.
same|and|French|Moët et Chandon SAS|Moet & Chandon S.A.S.
same|form|French|Dupont SARL|Dupont Société à responsabilité limitée
same|article|French|La Poste SA|Poste S.A.
same|form missing|French|Michelin|Michelin SCA
similar|form differs|French|Dupont SARL|Dupont SAS
similar|typing|French|Sanoffi SA|Sanofi SA
different|look-alike|French|Crédit Agricole SA|Crédit Mutuel SA
different|subsidiary|French|Renault SA|Renault Trucks SAS
different|look-alike|French|Air France SA|Air Liquide SA
different|look-alike|French|BNP Paribas SA|BNP Immobilier SA
same|form|Italian|Eni S.p.A.|ENI Società per Azioni
same|form|Italian|Rossi S.r.l.|ROSSI SRL
same|form|Italian|Ferrero Società a responsabilità limitata|Ferrero S.r.l.
same|and|Italian|Dolce e Gabbana S.r.l.|Dolce & Gabbana Srl
same|spacing|Italian|Luxottica SpA|LUXOTTICA S.P.A.
similar|form differs|Italian|Bianchi S.r.l.|Bianchi S.p.A.
similar|order|Italian|Banca Intesa SpA|Intesa Banca SpA
different|look-alike|Italian|Telecom Italia SpA|Poste Italiane SpA
different|subsidiary|Italian|Enel SpA|Enel Green Power SpA
different|look-alike|Italian|Fratelli Rossi Srl|Fratelli Russo Srl
same|form|Spanish|Banco Santander, S.A.|BANCO SANTANDER Sociedad Anónima
same|form|Spanish|García e Hijos S.L.|Garcia & Hijos Sociedad Limitada
same|accent|Spanish|Telefónica S.A.|TELEFONICA SA
same|form|Spanish|Cemex S.A.B. de C.V.|CEMEX SAB de CV
same|and|Spanish|Pérez y López SL|Perez & Lopez S.L.
similar|form differs|Spanish|Construcciones Vega S.L.|Construcciones Vega S.A.
different|look-alike|Spanish|Banco Santander SA|Banco Sabadell SA
different|subsidiary|Spanish|Repsol SA|Repsol Petróleo SA
different|look-alike|Spanish|Construcciones Vega SL|Transportes Vega SL
same|form|Portuguese|Silva Lda.|SILVA LDA
same|form|Portuguese|Construções Mota Ltda|CONSTRUCOES MOTA Limitada
same|and|Portuguese|Silva e Filhos Lda|Silva & Filhos, Lda.
same|accent|Portuguese|Petróleo Brasileiro S.A.|PETROLEO BRASILEIRO SA
different|subsidiary|Portuguese|EDP SA|EDP Renováveis SA
different|look-alike|Portuguese|Banco do Brasil SA|Banco Bradesco SA
same|form|Czech|ČEZ, a. s.|CEZ akciová společnost
same|form|Czech|Škoda Auto a.s.|SKODA AUTO, a. s.
same|form|Czech|Alza s.r.o.|ALZA spol. s r.o.
same|form|Czech|Novák společnost s ručením omezeným|Novak s. r. o.
same|and|Czech|Novák a syn s.r.o.|Novak & syn, s.r.o.
same|form missing|Czech|Budějovický Budvar|Budejovicky Budvar
similar|form differs|Czech|Agrofert s.r.o.|Agrofert a.s.
similar|typing|Czech|Kofolla a.s.|Kofola a.s.
different|subsidiary|Czech|ČEZ, a.s.|ČEZ Distribuce, a.s.
different|look-alike|Czech|Česká spořitelna, a.s.|Česká pošta, s.p.
different|look-alike|Czech|Komerční banka, a.s.|Moneta banka, a.s.
same|form|Slovak|Slovnaft, a.s.|SLOVNAFT akciová spoločnosť
same|form|Slovak|Kováč s.r.o.|Kovac spoločnosť s ručením obmedzeným
different|look-alike|Slovak|Slovnaft, a.s.|Slovnaft Trans, a.s.
same|form|Polish|Orlen S.A.|ORLEN Spółka Akcyjna
same|form|Polish|Kowalski sp. z o.o.|KOWALSKI Spółka z ograniczoną odpowiedzialnością
same|form|Polish|Nowak Sp. z o. o.|Nowak spzoo
same|stroke|Polish|Żabka Polska sp. z o.o.|ZABKA POLSKA SP. Z O.O.
same|stroke|Polish|Łódzkie Zakłady S.A.|Lodzkie Zaklady SA
same|and|Polish|Kowalski i Syn S.A.|Kowalski & Syn S.A.
similar|form differs|Polish|Nowak sp. z o.o.|Nowak S.A.
different|subsidiary|Polish|Orlen S.A.|Orlen Paliwa sp. z o.o.
different|look-alike|Polish|PKO Bank Polski SA|Bank Pekao SA
different|look-alike|Polish|PGE Dystrybucja SA|PGE Energia SA
same|form|Finnish|Nokia Oyj|NOKIA Julkinen Osakeyhtiö
same|form|Finnish|Virtanen Oy|Virtanen Osakeyhtiö
same|form|Finnish|Fazer Oy Ab|Fazer Oy
same|umlaut|Finnish|Mäkelä Oy|Makela Oy
different|look-alike|Finnish|Nokia Oyj|Nokian Renkaat Oyj
different|subsidiary|Finnish|Nokia Oyj|Nokia Solutions and Networks Oy
different|look-alike|Finnish|Nordea Rahoitus Oy|Nordea Henkivakuutus Oy
same|form|Swedish|Volvo AB|Aktiebolaget Volvo
same|form|Swedish|Ericsson AB|Ericsson Aktiebolag
same|ring|Swedish|Åhléns AB|Ahlens AB
same|and|Swedish|Larsson och Son AB|Larsson & Son AB
different|look-alike|Swedish|Svenska Handelsbanken AB|Svenska Spel AB
different|subsidiary|Swedish|Scania AB|Scania Finans AB
same|form|Danish|Carlsberg A/S|Carlsberg Aktieselskab
same|slash o|Danish|Ørsted A/S|Orsted AS
same|and|Danish|Bang & Olufsen A/S|Bang og Olufsen A/S
same|form|Danish|Hansen ApS|Hansen Anpartsselskab
similar|form differs|Danish|Hansen ApS|Hansen A/S
different|look-alike|Danish|Novo Nordisk A/S|Novo Holdings A/S
same|form|Norwegian|Equinor ASA|EQUINOR Allmennaksjeselskap
different|look-alike|Norwegian|Aker Solutions ASA|Aker Horizons ASA
same|form|Dutch|Philips N.V.|Philips Naamloze Vennootschap
same|form|Dutch|Jansen B.V.|JANSEN Besloten Vennootschap
same|and|Dutch|Van der Berg en Zonen BV|Berg & Zonen B.V.
similar|form differs|Dutch|Jansen B.V.|Jansen N.V.
different|subsidiary|Dutch|ING Groep N.V.|ING Verzekeringen N.V.
different|look-alike|Dutch|Heineken NV|Heijmans NV
same|form|Hungarian|MOL Nyrt.|MOL Nyilvánosan Működő Részvénytársaság
same|form|Hungarian|Kovács Kft.|Kovacs Korlátolt Felelősségű Társaság
same|and|Hungarian|Nagy és Fia Kft|Nagy & Fia Kft.
similar|form differs|Hungarian|Kovács Kft.|Kovács Zrt.
different|look-alike|Hungarian|Magyar Telekom Nyrt.|Magyar Posta Zrt.
same|form|Croatian|Podravka d.d.|PODRAVKA dioničko društvo
same|form|Croatian|Horvat d.o.o.|Horvat društvo s ograničenom odgovornošću
different|subsidiary|Croatian|INA d.d.|INA Maziva d.o.o.
same|form|Estonian|Tallink AS|Aktsiaselts Tallink
same|form|Estonian|Bolt Technology OÜ|Bolt Technology Osaühing
same|form|Latvian|SIA Rimi Latvia|Rimi Latvia SIA
same|form|Latvian|Bērziņš SIA|Berzins Sabiedrība ar ierobežotu atbildību
same|form|Lithuanian|UAB Maxima LT|Maxima LT, UAB
different|look-alike|Lithuanian|UAB Maxima LT|UAB Maxima Grupė
same|form|Turkish|Türk Hava Yolları A.Ş.|Turk Hava Yollari Anonim Şirketi
same|form|Turkish|Yılmaz Ltd. Şti.|Yilmaz Limited Şirketi
different|look-alike|Turkish|Türkiye İş Bankası A.Ş.|Türkiye Halk Bankası A.Ş.
same|script|Russian|ПАО «Газпром»|Gazprom PJSC
same|script|Russian|ООО Яндекс|Yandex LLC
same|script|Russian|ПАО «Лукойл»|Lukoil PJSC
same|script|Russian|АО «Альфа-Банк»|Alfa-Bank JSC
same|form|Russian|Общество с ограниченной ответственностью «Ромашка»|ООО Ромашка
different|subsidiary|Russian|ПАО Газпром|Газпром Нефть ПАО
different|look-alike|Russian|ПАО Сбербанк|ПАО Совкомбанк
same|script|Ukrainian|ТОВ «Нова Пошта»|Nova Poshta LLC
different|look-alike|Ukrainian|ТОВ Нова Пошта|ТОВ Нова Лінія
same|script|Greek|Μυτιληναίος Α.Ε.|Mytilinaios S.A.
different|look-alike|Greek|Εθνική Τράπεζα ΑΕ|Αγροτική Τράπεζα ΑΕ
same|form|Japanese|株式会社トヨタ|トヨタ株式会社
same|form|Chinese|华为技术有限公司|华为技术 有限公司
different|look-alike|Chinese|华为技术有限公司|华能技术有限公司
same|form|Korean|삼성전자 주식회사|주식회사 삼성전자
same|form|Indonesian|PT Bank Mandiri (Persero) Tbk|PT. Bank Mandiri (Persero), Tbk.
`

export interface Pair {
  readonly label: Label
  readonly kind: string
  readonly language: string
  readonly one: string
  readonly other: string
}

export const companyPairs: readonly Pair[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [label = '', kind = '', language = '', one = '', other = ''] = line.split('|')
    return { label: label as Label, kind, language, one, other }
  })
