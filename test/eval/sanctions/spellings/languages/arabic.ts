import { allOf, otherSpellings, rewriting, type Rule } from '../rules.ts'

/** Spellings of common Arabic names that are all found in passports and newspapers. */
const names = otherSpellings(
  'usual spellings of given names',
  `muhammad mohammed mohamed mohammad muhammed mohamad muhamad mouhamed
  ahmad ahmed achmed
  husayn hussein hussain husain hossein houssein
  hassan hasan hassen
  usama osama usamah oussama
  umar omar omer
  uthman othman osman othmane
  yusuf youssef yousef yusif yousuf joseph_yusuf
  abdallah abdullah abdulla abdellah
  khalid khaled
  said saeed saïd sa'id saied
  ibrahim ebrahim brahim ibraheem
  sulayman suleiman sulaiman soliman suleyman
  jamal gamal djamel jamel
  mustafa mostafa moustafa mustapha
  mahmud mahmoud mahmood
  tariq tarek tareq tarik
  yasin yassin yaseen yassine
  faysal faisal feisal fayçal
  rashid rachid rasheed
  nasir nasser naser nassir
  salih saleh saalih
  ismail ismael isma'il esmail
  bashir basheer bachir
  jafar ja'far jaafar djaafar gaafar
  ayman aiman aymen aymane
  husni hosni housni
  zayd zaid zeid
  sayf saif seif
  qasim kassem qassem kasim qasem
  isa issa eisa
  musa moussa mousa moosa
  dawud daoud dawood daud
  yaqub yaqoub yacoub ya'qub
  anwar anouar anwaar
  mukhtar mokhtar moukhtar
  munir mounir muneer
  nur nour noor
  walid waleed oualid
  majid majeed maged
  karim kareem
  samir sameer
  fuad fouad fu'ad foad
  hisham hicham hesham
  tahir taher taher
  zuhayr zuhair zouhair
  mansur mansour mansoor
  yahya yehia yahia
  bakr bakar bekr
  tawfiq tawfik toufik tewfik
  sharif shareef cherif sherif
  salim saleem selim
  hamid hameed
  aziz azeez
  hakim hakeem
  rahman rehman rahmane
  rahim raheem
  latif lateef
  wahid waheed ouahid
  amin ameen amine
  amir ameer emir
  nabil nabeel nebil
  ridha rida reda redha
  murad mourad
  ashraf achraf
  qadir qader kader
  sadiq sadik sadek sadeq
  idris idriss driss idrees`,
)

const article: readonly Rule[] = [
  rewriting('article el-', [/\bal[- ](?=\p{L}{3})/gu, 'el-']),
  rewriting('article with a space', [/\bal-(?=\p{L}{3})/gu, 'al ']),
  rewriting('article joined', [/\bal[- ](?=\p{L}{3})/gu, 'al']),
  rewriting('article assimilated', [/\bal[- ](sh|th|dh|[tdrzsn])(?=\p{L}{2})/gu, 'a$1-$1']),
  rewriting('article of the family name dropped', [/(?<=\S+ \S+ )al[- ](\p{L}{3,})$/u, '$1']),
]

/** `abd al-rahman`, `abdul rahman`, `abdelrahman` and so on; Abdullah is a name of its own. */
const divineNames =
  'rahman|rehman|rahim|raheem|aziz|azeez|karim|kareem|qadir|qader|qadeer|ghafur|ghaffar|ghafar|ghafour|ghani|halim|haleem|hakim|hakeem|hamid|hameed|hadi|haqq?|hayy?|hai|jabbar|jabar|jalil|jaleel|kabir|kabeer|khaliq|latif|lateef|malik|majid|majeed|mann?an|nabi|nasir|nasser|qahhar|qudd?us|rashid|rasheed|rauf|raouf|razz?aq|sabur|salam|samad|satt?ar|shakur|tawwab|tawab|wahh?ab|wadud|wahid|waheed|wali|wasi|wakil|zahir|zaher|basir|baseer|bas[ie]t|baqi|bari|fatt?ah|hafiz|qayy?um|ahad|azim|azeem|amir|nur|matin|mu?min|ilah|khalek'
const servant = new RegExp(`\\babd(?:[ -](?:al|el|ul)|ul|el|al)[- ]?(${divineNames})\\b`, 'gu')
const servants: readonly Rule[] = [
  rewriting('abd al- joined', [servant, 'abdul$1']),
  rewriting('abd al- split', [servant, 'abd al-$1']),
  rewriting('abd al- as Abdul', [servant, 'abdul $1']),
  rewriting('abd al- as Abdel', [servant, 'abdel $1']),
  rewriting('abd al- as Abdel', [servant, 'abdel-$1']),
  // Divine names that begin with a sun letter.
  rewriting('abd al- assimilated', [
    /\babd(?:[ -](?:al|el|ul)|ul|el|al)[- ]?([rszn])(?=(?:ahman|ahim|ashid|auf|azz?aq|att?ar|alam|amad|ahir|asir|asser|ur)\b)/gu,
    'abdu$1 $1',
  ]),
]

const kinship: readonly Rule[] = [
  rewriting('bin, ben, ibn', [/(?<=\S )bi?n (?=\S)/gu, 'ben ']),
  rewriting('bin, ben, ibn', [/(?<=\S )b[ie]n (?=\S)/gu, 'ibn ']),
  rewriting('bin left out', [/(?<=\S )(?:b[ie]n|ibn|ould) (?=\S)/gu, '']),
  rewriting('kunya left out', [/^abu (?:al[- ])?\S+ (?=\S+ \S+)/u, '']),
  rewriting('Abou for Abu', [/\babu /gu, 'abou ']),
]

const letters: readonly Rule[] = [
  rewriting('q as k', [/q/gu, 'k']),
  rewriting('q as g', [/q/gu, 'g']),
  rewriting('dh as z', [/dh/gu, 'z']),
  rewriting('dh as d', [/dh/gu, 'd']),
  rewriting('th as t or s', [/th/gu, 't']),
  rewriting('th as t or s', [/th/gu, 's']),
  rewriting('gh as g', [/gh/gu, 'g']),
  rewriting('final i as y', [/(?<=\p{L}{3})i\b/gu, 'y']),
  rewriting('final i as ee', [/(?<=\p{L}{3})i\b/gu, 'ee']),
  rewriting('ay as ai, ei', [/ay(?=[^aeiouy\s-])/gu, 'ai']),
  rewriting('ay as ai, ei', [/ay(?=[^aeiouy\s-])/gu, 'ei']),
  rewriting('aw as au, ou', [/aw(?=[^aeiouw\s-])/gu, 'au']),
  rewriting('aw as au, ou', [/aw(?=[^aeiouw\s-])/gu, 'ou']),
  rewriting('u as ou', [/(?<!\bab)(?<!o)(?<!abd)u(?=[^aeioul\s-])/gu, 'ou']),
  rewriting('j as g', [/(?<!d)j/gu, 'g']),
  rewriting('doubled letters written once', [/([bdfhjkmnrstwyz])\1/gu, '$1']),
  rewriting('s doubled', [/(?<=[aeiou])s(?=[aeiou])/gu, 'ss']),
]

const endings: readonly Rule[] = [
  rewriting('tā’ marbūṭa -a', [/(?<=\p{L}{3})(?<!ll|sh|al|att|ab|rr|aj|l|a)ah\b/gu, 'a']),
  rewriting('tā’ marbūṭa -eh', [/(?<=\p{L}{3})(?<!ll|sh|al|att|ab|rr|aj|l|a)ah\b/gu, 'eh']),
  rewriting('tā’ marbūṭa -ah', [
    /\b(usama|hamza|talha|khalifa|ubayda|umayya|juma|khadija|fatima|samira|osama|huda[iy]fa|hudhayfa|qatada|aisha|muawiya|salama)\b/gu,
    '$1h',
  ]),
]

const marks: readonly Rule[] = [
  rewriting('apostrophes left out', [/['’‘`ʿʾ]/gu, '']),
  rewriting(
    '‘ayn written',
    [/(?<![\p{L}'‘’])(ali|umar|abd|isa|ubayd\p{L}*|uthman|adil|imad|isam|ammar)\b/gu, "'$1"],
    [/\bsaid\b/gu, "sa'id"],
    [/\bjafar\b/gu, "ja'far"],
  ),
  rewriting(
    'marks of ALA-LC',
    [/\bmuhammad\b/gu, 'muḥammad'],
    [/\bahmad\b/gu, 'aḥmad'],
    [/\bhusayn\b/gu, 'ḥusayn'],
    [/\bhasan\b/gu, 'ḥasan'],
    [/\bali\b/gu, 'ʿalī'],
    [/\bkhalid\b/gu, 'khālid'],
    [/\byusuf\b/gu, 'yūsuf'],
    [/\bibrahim\b/gu, 'ibrāhīm'],
    [/\bmahmud\b/gu, 'maḥmūd'],
    [/\bsalih\b/gu, 'ṣāliḥ'],
    [/\bumar\b/gu, 'ʿumar'],
    [/\bmustafa\b/gu, 'muṣṭafá'],
    [/\brahman\b/gu, 'raḥmān'],
    [/(?<=\p{L}{4})i\b/gu, 'ī'],
  ),
]

/** How French speakers, and the civil registers of the Maghreb, write Arabic names. */
const french = rewriting(
  'French',
  [/\bmuhammad\b|\bmohammed\b|\bmohammad\b/gu, 'mohamed'],
  [/\bal[- ](?=\p{L}{3})/gu, 'el '],
  [/\bbin\b/gu, 'ben'],
  [servant, 'abdel$1'],
  [/sh/gu, 'ch'],
  [/(?<!d)j/gu, 'dj'],
  [/\bw(?=[ai])/gu, 'ou'],
  [/aw(?=[^aeiouw\s-])/gu, 'aou'],
  [/q/gu, 'k'],
  [/dh/gu, 'd'],
  [/(?<!\bab)(?<!o)(?<!abd)u(?=[^aeioul\s-])/gu, 'ou'],
  [/(?<=[aeiou])s(?=[aeiou])/gu, 'ss'],
  [/(?<=[^aeiou])in\b/gu, 'ine'],
  [/\bbenee?\b/gu, 'ben'],
)

const german = rewriting(
  'German',
  [/sh/gu, 'sch'],
  [/(?<!d)j/gu, 'dsch'],
  [/kh/gu, 'ch'],
  [/y(?=[aeou])/gu, 'j'],
  [/z/gu, 's'],
  [/q/gu, 'k'],
  [/w(?=[aeiou])/gu, 'w'],
)

/** Names from countries whose language is Arabic. */
export const arabic = allOf(names, ...article, ...servants, ...kinship, ...letters, ...endings, ...marks, french, german)

/** The parts that hold for Muslim names in other languages too. */
export const muslim = allOf(names, ...servants, ...marks)
