/**
 * Prose for planted contradictions, written for this evaluation about places, people and firms that do not exist: no training text can
 * hold it. A passage is a list of lines; a line is a sentence, and faithful paraphrases of it behind `=>`. A line that begins with `<>` says
 * who did what to whom, with two names that can be exchanged for a falsehood.
 */
const text = `
The port of Velmora handled 412,000 containers in 2018. => In 2018, 412,000 containers passed through the port of Velmora.
It lies 38 kilometres north of the capital, Osterby. => The port is situated 38 km north of Osterby, the capital.
The harbour was dredged to a depth of 16 metres between March 2009 and June 2011. => Dredging, which deepened the harbour to 16 metres, lasted from March 2009 to June 2011.
<> Hallen Shipping bought Norvik Lines for 240 million euros. => Norvik Lines was bought by Hallen Shipping for 240 million euros. => Hallen Shipping paid €240 million to acquire Norvik Lines.
Fishing is no longer allowed inside the breakwater. => It is now forbidden to fish inside the breakwater.

Ilse Brandt was born in Corvath on 14 May 1931. => Ilse Brandt's birth took place in Corvath on May 14, 1931.
She studied chemistry at the University of Tarn and graduated in 1954. => After studying chemistry, she got her degree from the University of Tarn in 1954.
<> Brandt taught Pavel Orsic for three years. => Pavel Orsic was taught by Brandt for three years. => For 3 years, Brandt was Pavel Orsic's teacher.
Her first book sold about 20,000 copies and was translated into seven languages. => Roughly 20,000 copies of her first book were sold, and it appeared in 7 languages.
She never accepted a government post. => At no time did she accept a post in the government.

The Kestrel Dam is 94 metres high and was completed in 1972. => Completed in 1972, the Kestrel Dam has a height of 94 metres. => The Kestrel Dam, which is 94 m high, was finished in 1972.
Its reservoir holds 310 million cubic metres of water. => The reservoir has a capacity of 310 million cubic metres.
The power station produces 120 megawatts, enough for 90,000 homes. => The power station generates 120 MW and can supply 90,000 homes.
All of the displaced villages were rebuilt above the shoreline. => Every displaced village was rebuilt above the shoreline.
Heavy rain caused a minor leak in November 1988. => In November 1988, a minor leak was caused by heavy rain.

Average rainfall in the Semla Valley is 640 millimetres a year. => The Semla Valley gets 640 mm of rain in an average year.
The coldest month is January, when temperatures fall to minus 12 degrees Celsius. => January is the coldest month, with temperatures that drop to minus 12 degrees Celsius.
Wheat is the main crop, and most farms are smaller than 15 hectares. => The principal crop is wheat. => Most of the farms have less than 15 hectares.
The valley lost 8 percent of its population between 2001 and 2011. => Between 2001 and 2011, the population of the valley fell by 8 per cent.
Farmers increased their use of drip irrigation after the drought. => After the drought, farmers used more drip irrigation.

Tallis Motors was founded by Greta Lindqvist in Aldersund in 1926. => In 1926, Greta Lindqvist founded Tallis Motors in Aldersund. => Greta Lindqvist established Tallis Motors in 1926.
The company employed 5,300 people at its peak. => At its height, the company had 5,300 employees.
<> Tallis Motors sued Brenner Works over a patent in 1961. => In 1961, Brenner Works was sued by Tallis Motors over a patent.
Its best known car, the Tallis Swift, weighed 780 kilograms. => The Tallis Swift, its most famous car, had a weight of 780 kg.
Production ended in August 1983 because exports declined. => Because of falling exports, production stopped in August 1983.

The Mirrow Bridge opened to traffic on 3 October 1997. => On 3 October 1997, the Mirrow Bridge was opened to traffic. => The Mirrow Bridge opened on October 3, 1997.
It connects Hadley with the island of Penrose. => The bridge links Hadley and the island of Penrose.
The toll for cars was raised from 4 dollars to 6 dollars in 2015. => In 2015, the toll for cars rose from $4 to $6.
About 31,000 vehicles cross it every day. => Every day, it is crossed by about 31,000 vehicles. => Roughly 31,000 vehicles use it daily.
Cyclists are allowed on the eastern side. => On the eastern side, cyclists are permitted.

The Republic of Sarvia has a population of 7.2 million. => 7.2 million people live in the Republic of Sarvia. => Sarvia's population is 7,200,000.
Its parliament has 140 members, who are elected for four years. => Parliament consists of 140 members. => Members of its parliament are elected every four years.
<> Sarvia invaded Kolmia in 1912. => In 1912, Kolmia was invaded by Sarvia.
The government reduced the sales tax to 17 percent in April 2014. => In April 2014 the government cut the sales tax to 17%.
Unemployment was higher in the south than in the north. => The south had higher unemployment than the north.

The comet Arden-Lys was discovered by Tomas Quill on 9 February 1977. => Tomas Quill discovered the comet Arden-Lys on 9 February 1977. => On February 9, 1977, Tomas Quill found the comet Arden-Lys.
It returns to the inner solar system every 76 years. => Every 76 years it comes back to the inner solar system.
Its nucleus is 11 kilometres long and rotates once in 52 hours. => The nucleus has a length of 11 km. => The nucleus needs 52 hours for one rotation.
The probe Lantern passed it at a distance of 600 kilometres. => The comet was passed by the probe Lantern at a distance of 600 km.
No water was found on its surface. => On its surface, water was not found.

Lowell Prize winners receive 50,000 pounds and a silver medal. => The winners of the Lowell Prize are given £50,000 and a silver medal.
The jury has nine members and meets in Edgewick every September. => Each September the jury, which has nine members, meets in Edgewick.
<> Marta Velasco defeated Jonah Pryce in the final vote in 2006. => In the final vote in 2006, Jonah Pryce was defeated by Marta Velasco. => Marta Velasco beat Jonah Pryce in the final vote in 2006.
The prize was not awarded during the war. => During the war, the prize was not given.
Only poets under 40 can apply. => Poets can apply only if they are under 40.

The Ostrava ferry sank off the coast of Lindmark on 21 December 1965. => On 21 December 1965, the Ostrava ferry went down off the coast of Lindmark.
Of the 228 passengers, 194 were rescued by fishing boats. => Fishing boats rescued 194 of the 228 passengers.
The captain survived the accident and later wrote a book about it. => The captain lived through the accident. => Later, the captain wrote a book about the accident.
An inquiry concluded that the lower doors had been open. => The conclusion of an inquiry was that the lower doors had been open.
The wreck lies at a depth of 130 metres. => The wreck is 130 metres deep.

The Orlen Museum attracts more than 600,000 visitors a year. => More than 600,000 people visit the Orlen Museum each year.
Its oldest painting dates from the 15th century. => The oldest painting in it is from the fifteenth century.
Admission is free for children under 12. => Children under twelve do not pay for admission.
<> The architect Nils Amundsen succeeded Clara Roth as director. => Clara Roth was succeeded as director by the architect Nils Amundsen.
A fire destroyed the west wing in July 1954. => In July 1954, the west wing was destroyed by a fire.

The drug Zelvarin was approved in Canada in 2003. => In 2003, Canada approved the drug Zelvarin.
In a trial with 1,850 patients, it lowered the risk of stroke by 23 percent. => In a trial with 1,850 patients, the risk of stroke was lowered by 23 percent.
Patients take one tablet of 40 milligrams in the morning. => In the morning, patients take a 40 mg tablet.
It is not safe for pregnant women. => Pregnant women cannot take it safely. => It is unsafe for pregnant women.
Most side effects disappeared within two weeks. => Within 14 days, most side effects were gone.

The Hollin Line is the longest metro line in Draymouth, with a length of 44 kilometres. => At 44 kilometres, the Hollin Line is Draymouth's longest metro line. => No metro line in Draymouth is longer than the Hollin Line, which has 44 km.
Construction began in 1988 and cost 1.9 billion dollars. => Building started in 1988. => The construction cost $1.9 billion.
Trains run every five minutes during rush hour. => During rush hour, there is a train every 5 minutes.
Ridership rose to 260,000 passengers a day in 2019. => In 2019, ridership grew to 260,000 passengers a day.
Smoking is prohibited at all stations. => At every station, smoking is forbidden.

Queen Adela of Merovia ruled from 1402 to 1431. => Adela was queen of Merovia from 1402 until 1431. => From 1402 to 1431, Merovia was ruled by Queen Adela.
<> Adela defeated Duke Rainald near Falkenau in 1409. => Duke Rainald was defeated by Adela near Falkenau in 1409.
She founded two hospitals and the library of Estermark. => Two hospitals and the library of Estermark were founded by her.
Her eldest son died before her. => She outlived her eldest son.
The treaty of Brune ended the war with Tavia. => The war with Tavia was ended by the treaty of Brune.

The northern pika of the Sarn Range weighs up to 180 grams. => A northern pika in the Sarn Range can weigh 180 grams at most.
It feeds on grasses and rarely drinks water. => Its food is grass, and it seldom drinks water.
Females give birth to four young in May. => In May, the females bear four young.
The population declined by 35 percent between 1990 and 2010. => From 1990 to 2010, the population fell by 35%.
It is active during the day and does not hibernate. => The animal is active in daytime. => It does not hibernate in winter.

Marlow Bank reported a profit of 3.4 billion dollars for 2021. => For 2021, a profit of $3.4 billion was reported by Marlow Bank.
The bank closed 62 branches and cut 1,100 jobs. => It shut 62 branches. => 1,100 jobs were cut by the bank.
Its chief executive, Dora Finch, joined from Castell Group in 2017. => Dora Finch, the chief executive, came from Castell Group in 2017.
<> Marlow Bank lent Castell Group 75 million dollars. => Castell Group was lent 75 million dollars by Marlow Bank.
Shares fell 6 percent after the announcement. => After the announcement, the shares dropped by 6 per cent.

The island of Tessaly covers 212 square kilometres. => Tessaly, an island, has an area of 212 square kilometres.
Its highest peak, Mount Orrin, rises 1,340 metres above the sea. => Mount Orrin is its highest peak, at 1,340 metres. => At 1,340 m above the sea, Mount Orrin is the highest peak of the island.
The western coast is steep and has few harbours. => There are few harbours on the western coast, which is steep.
Tourism provides two thirds of all jobs. => Two thirds of all jobs come from tourism.
The airport was closed in 2012 and reopened in 2016. => The airport, which had been closed in 2012, opened again in 2016.

The novel The Salt Road was published by Harrow Press in 1949. => Harrow Press published the novel The Salt Road in 1949.
It tells the story of Emil Castor, a doctor who leaves the city of Braun. => Emil Castor, a doctor who leaves the city of Braun, is the hero of the story.
Critics praised the dialogue but disliked the ending. => The critics liked the dialogue. => The ending was disliked by critics.
<> The writer Lena Marsh influenced Theo Galt. => Theo Galt was influenced by the writer Lena Marsh.
A film version with 210 minutes followed in 1958. => In 1958, a film version of 210 minutes came out.

The spacecraft Heron 4 was launched from Cape Dorran on 30 January 2008. => On January 30, 2008, Heron 4 lifted off from Cape Dorran. => The launch of the spacecraft Heron 4 from Cape Dorran was on 30 January 2008.
It carried six instruments and weighed 2.4 tonnes. => The spacecraft had six instruments on board. => It had a mass of 2,400 kilograms.
The journey to Venus took 153 days. => It took 153 days to get to Venus.
Contact with the probe was lost in May 2013. => In May 2013, contact with the probe was lost.
The camera failed, but all other instruments worked. => All instruments but the camera worked. => The camera did not work.

The city of Arlen spends 18 percent of its budget on schools. => Eighteen percent of Arlen's budget goes to schools.
It has 46 primary schools with 21,500 pupils. => 21,500 pupils go to its 46 primary schools.
School meals are free since September 2020. => School meals have been free since September 2020. => Since September 2020, pupils do not pay for school meals.
Teachers in Arlen earn more than teachers in Wexham. => Teachers in Wexham earn less than teachers in Arlen.
Parents must register before 1 March. => Registration by parents is required before March 1.
`

/** A sentence of a passage. */
export interface ProseLine {
  readonly sentence: string
  readonly paraphrases: readonly string[]
  /** Whether its two names can be exchanged for a falsehood. */
  readonly roles: boolean
}

/** A passage: sentences that follow each other. */
export type Passage = readonly ProseLine[]

export const passages: readonly Passage[] = text
  .trim()
  .split('\n\n')
  .map((passage) =>
    passage.split('\n').map((line) => {
      const [first = '', ...paraphrases] = line.split(' => ')
      return { sentence: first.replace(/^<> /u, ''), paraphrases, roles: first.startsWith('<> ') }
    }),
  )

/** Names of the prose by kind, for exchanges. */
export const names = {
  place: [
    'Velmora',
    'Osterby',
    'Corvath',
    'Semla Valley',
    'Aldersund',
    'Hadley',
    'Penrose',
    'Sarvia',
    'Kolmia',
    'Edgewick',
    'Lindmark',
    'Canada',
    'Draymouth',
    'Merovia',
    'Falkenau',
    'Tavia',
    'Estermark',
    'Sarn Range',
    'Tessaly',
    'Braun',
    'Cape Dorran',
    'Venus',
    'Arlen',
    'Wexham',
    'Mount Orrin',
  ],
  person: [
    'Ilse Brandt',
    'Pavel Orsic',
    'Greta Lindqvist',
    'Tomas Quill',
    'Marta Velasco',
    'Jonah Pryce',
    'Nils Amundsen',
    'Clara Roth',
    'Duke Rainald',
    'Dora Finch',
    'Emil Castor',
    'Lena Marsh',
    'Theo Galt',
  ],
  organisation: [
    'Hallen Shipping',
    'Norvik Lines',
    'Tallis Motors',
    'Brenner Works',
    'University of Tarn',
    'Marlow Bank',
    'Castell Group',
    'Harrow Press',
    'Orlen Museum',
    'Kestrel Dam',
    'Mirrow Bridge',
    'Hollin Line',
  ],
} as const
