/**
 * Names that many people have, however few of them are listed. A line that begins with a number says how common the names up to the next number
 * are: the number of bits that the name tells, so 10 means one person in a thousand (2^10) of those who speak the language in which it is the
 * most common. In Latin letters, in the form that `name-words.ts` gives a word.
 *
 * From egy-names 0.3.6 (MIT; shares among 13 million words of Egyptian names), from the weighted lists of Faker 40.63 for Python (MIT; American, British,
 * Belgian, Swedish, Finnish, Hungarian, Luxembourgish, Spanish American and Kenyan names), and for other languages from general knowledge.
 */
export const commonNames = `
3 mohamed
4 ahmed
5 ali andersson gonzalez horvath ibrahim jean johansson kovacs mahmoud maria marie nagy szabo toth
6 balogh benjamin diaz elsayed eriksson erzsebet farkas fernandez garcia gomez hassan hoffmann istvan janos jones jose jozsef juan juhani
karlsson kiss larsson laszlo le lopez martinez michael molnar mostafa muller nemeth nguyen nilsson perez pham pierre rodriguez romero
sanchez schmit smith tran varga wagner weber youssef zoltan
7 abdaziz abdhamid abdlah abdrahman acosta akhtar aleksandr alekseev aleksei alvarez ana anderson andre andrei andres andrew anh anna anne
anneli antero antonio attila bautista becker begum benitez bibi brian brown bui carlos carmen catalina christopher claude dang daniel dat
david davies delfina dmitri do dubois duc dung duong ekaterina elena elisabeth emilia emma erik eva faith fedorov felipe ferenc fernand
flores francisco francois gabor gabriel gustafsson guy hai helena hernandez herrera hieu ho hoa hoang hossain hung huong hussain hussein
huynh ilona irina isabalah islam ismail ivan ivanov james janssens jennifer jesus joao joaquin johanna johannes john johnson jonsson joseph
juhasz kaarina karl katalin khan klein kuznetsov lakatos lambert lan lars lebedev linh long lucas luis luiz luz ly maes mai maina manuel
marc marcel marcos margareta margit mark martina mary maryam mateo matthew md medina mercy meszaros michel miguel mikhail mikhailov minh
mohammed moreno morozov muhammad munoz mwangi nam natalia ngo ngoc nikolai novikov ochieng odhiambo olah olavi olga olsson omar otieno papp
patricia paulo pedro peeters persson peter petrov pettersson phan phuong popov quang rafael rahman ramirez rene robert roger rojas rosa ruiz
sandor santiago santino sayed schmitz schroeder sergei simon smirnov sofia sokolov son sosa svensson svetlana takacs tam tamas tapani tapio
tatiana taylor thanh thao thi thill tibor tien torres trang tuan valentina valentino van vasiliev victoria vladimir vo volkov vu williams
zsolt zsuzsanna
8 abbasi abdaye abdfattah abdi abdirahman abdlahi abdmoneim abdsalam abdul abdulle abdur abebe abshir achieng adam adama adan adel aden
adnan adrian adriana aerts agnes agnieszka aguirre agustin agustina ahmad ahmadi ahmet aisha aissatou akbar akinyi akira alain alam albert
alberto alejandra alejandro aleksandra alemu alessandro alexander alina aliou alma aloyse alvaro amadou amanda ameen amina aminata amir
amjad amr amy anastasia anatoly anders andras andrea andreas andrzej angalah angel angelo aniko anita ann annikki ansari anthony antoine
anton antti anwar araya arias arif arkady armand arshad artem asad ashley ashraf asif asim atieno atif attia awa awan ayesha ayman ayse
azhar aziz ba babacar babar bah baig balazs barbara barre barry bart bashir beatriz bekele bela bengtsson benicio bernard bertrand bhatti
bhutto bianca bilal birgitta biro biswas boris boubacar braun butt cabrera caceres camara camila camille camilo campbell cardozo carl
carlsson carolina caroline carrasco carrizo castillo castro catherine cecilia cesar charles charlier chaudhary chaudhry cheema cheikh chiara
chowdhury christian christiane christina christine christophe christos ciro cisse claes claeys clarke claudia collard contreras cooper
cordoba coronel correa cortes coulibaly craig cristian cristina csaba daniil danish daria das davis dawit dembele denis dennis diakite
diallo diana diarra diego dieter dimitrios dimitris diop dirie dirk dominguez dominique doumbia dumont dupont edit eduard eduardo edwards
egor ejaz eleni elina elisabet elizabeth elmi emile emine emmanuel enrique eric erika espinoza esther eszter evans evgeny evrard ewa faber
fabrice facundo fahad fahim faisal faiz fall farah faraz farhan farhana farias farooq fatemeh fathy fatima fatma fatou fawad fedor feher
fekete ferdous fernandes fernando ferreira ferreyra figueroa florez fodor fofana fontaine francesca francesco francoise frank fuentes
gabrialah gal galina gamal gebre gennady georges georgia georgios georgy gerard getachew ghulam gill gimenez giorgos giovanni giraldo girma
giulia giuseppe gloria godoy goncalves gondal goossens grace green grigory guadalupe gueye guillermina gujjar guled gulyas gutierrez gyorgy
gyula habib habiba hafiz haider haile hall hamalainen hamed hamid hamza hannele hans hansen hansson hany haque haroon harris hasan hashmi
hatice hayashi hector heikki heikkila heikkinen heinonen helga helmut henri hermans hersi hill hina hiroshi hirsi hoque hossein hosseini
hughes huseyin ibrahima iftikhar ignacio igor ijaz ildiko ilmari ilya imran imre imtiaz inam ingrid inoue ioannis iqbal iren irfan isabel
isabelle ishaq issa isse ito jackson jacobs jacques jahan jama jamil jan jane janjua jannat jansson jara jarvinen jason jatt javed javier
javiera jazmin jeanne jeffrey jerzy jessica jhon jimenez johan jokinen jorge josee josefina joshua josy juana juarez judit juergen juha
julia julianna julien julieta julio juma junaid kabir kalevi kamau kamran kante karen karim karimi karin kariuki karjalainen karoly kashif
katarzyna katerina katharina kato kayser kazuko kebede keiko keita kelvin kenji kevin khadija khady khaled khalid khatun khurram kiani
kieffer kimberly kimura kinnunen kiraly kirill kirsch kis klaus kobayashi kocsis konate kone konstantin konstantinos korhonen koskinen
kostas kremer krier kristian kristiina kristina krisztian krisztina krzysztof ksenia laine laitinen lajos larisa latif laura laurent lautaro
leclercq ledesma lee leena lehtinen lehtonen lejeune lemaire lennart leon leonid leroy lewis liaqat lidia liisa liliana lindberg lindstrom
lisa lodhi lola lorenzo luc luca lucia lucien lucy luigi lukacs luna lyubov lyudmila maarit magdalena magdolna magnusson magyar mahbub
mahmood mahmud majerus majid makalah makinen makoto maksim malak maldonado malena malgorzata malik mamadou manfred mansilla mansoor marcalah
marcin marco marek margaret mariam mariama marina mario marjatta markus marta martens martha martin martine masood mathieu matias matsumoto
matthias matti mattila maxamed maximo mehdi mehmet mehmood melissa memon mertens mesfin meyer meyers mia miah michal michele michelle
michiels mihaly mikael milena miller miranda mirza mitchell mizan modou mohammad mohammadi mohamud mohd mohsin molina mondal monica monika
monique moore morales morena moses mosquera moussa mubashir mudassar mughal mujahid mulugeta munir murat muse mustafa muthoni muzammil nada
nadeem nadezhda nadia naeem nahar nakamura nancy naqvi nasir nasreen nasrin nathalie navarro naveed nawaz nazir nazrul ndiaye niazi nicalah
nicholas nicolas nicole niemi nieminen nikita nikolaos nikos nils nina njeri njoroge noel noman noor nosheen nunez nur nusrat ojeda oksana
oleg olivia olivier olof omondi onyango orsos ortiz oscar osman ouattara ouma oumar ousmane pablo panagiotis paola paolo paracha parra
parveen parvin pasha patel patrick paul paula pauwels pavel pawel paz pekka pena per peralta pereira pereyra petersson petit petr petra
petteri philippe pilar pinter piotr polina ponce qasim quintero quiroga qureshi rabia racz rafiq raheel rahim rahimi raisa raja rajput rakib
ramadan ramon ramos rana rantanen rashid raul raymond razak rebecca rehman renard renata renate reuter reyes reza riaz ricardo richard ries
rios rita rivera rivero rizvi rizwan roberto roberts robinson roble rodrigo roldan romain roman roy ruben rubina ruslan ruth ryan saad
saarinen sabbir sabine sadia saeed safdar saha said saima saito sajib sajid sakari sakib salad salah saleem salem salman salminen salo
salonen samba samuel sana sandra sandrine sangare sara sarah sarfraz sarkar sarr sasaki sato satoshi schiltz schneider scott sebastian
sepulveda sergio seydou shaaban shabbir shafiq shah shahbaz shahd shahid shahin shahzad shakeel shakil sharon shazia shehzad sheikh shimizu
shoaib sial siddiqui sidibe sikder silva silvia sipos siti sohail sohel soliman solomon soto souleymane sow stanislav stanislaw stefan
stefano steffen stepan stephane stephanie stephen steven suarez sultana sumaira sumaiya sumon susan susanna suzuki syed sylla sylvie szalai
szilagyi szilvia szucs tadesse tahir takahashi takashi talukder tamara tanaka tanveer tanvir tapia tariq tasneem tekle teresa tesfaye
theisen thiago thomas thompson timothy timur tomas tomasz torok toure traore tuominen turner turunen tuulikki uddin umar ursalah usama usman
vadim valencia valentin valenzualah valerie valery vargas vasiliki vasilis vasily vasquez vazquez vega vera vermeulen veronica vicente
victor viktor viktoria villalba vincenzo virtanen vitaly vladislav vyacheslav wafalah waheed wajid walid walker wambui wanjiku waqar waqas
warraich warsame waseem watanabe weis welter werner white willems william wilson woldemariam wolfgang wood wouters wright yamada yamaguchi
yamamoto yannis yaroslav yasir yasser yohannes yoko yoshida younas yousaf yuki yulia yuri yusuf zahid zahoor zahra zaidi zainab zaman
zeeshan zeynep zia ziad zofia zoya zubair
9 aalto aaltonen aaron abbadi abbas abd abdaal abdazim abdgawad abdghany abdhady abdhalim abdkader abdkadir abdlaev abdlatif abdlayev
abdmeguid abdnaby abdo abdou abdrahim abdrazek abdu abdwahab abramov abril abubakar abyad acevedo acuna adams adamu adem adeyemi adhiambo
adil adrienn adrovic afanasiev afridi agarwal aghaei agostina agudelo aguero aguilar aguilera agus ahdal ahmadalah ahmadu ahmadzadeh
ahmadzai ahmedov ahn aho ahola ahonen aigul aino aishah ajay ajlouni ajmal ajmi akash akbari akbulut ake akhmedov akin akos akram aksoy
aktas akyol alaa alaoui alarcon alavi alba aleksandrov aleksi alex alexandra alexandre alfonso alice aliev alireza aliya aliyev aliyu alizai
alkan allen almeida alonso alphonse altin altun alvarado alves amanalah ambar amber amil amin aminah amini aminu amirhossein amiri amit amos
amoudi amparo amrani amri andersen andi andreev ani anil anisimov anja anjali annie antal antonalah antonia antonov anttila anyango anzi
arango arash aravena arend ari arjun armando arne arora arslan arun arvidsson arzu asadalah asadi asanov asep asghar asha ashok asiri aslan
asli asmaa aswad atef atefeh ates atiqalah atrash attar attas augusto aurelie avci avila awad awlaki awuor axel axelsson aya ayala ayari
aydin aydogan ayhan aynur ayoubi aysel azadeh azam aziza azizalah azizi azlan azm azman azmi azzawi babak babu back backes badrul baert
baghdadi bagheri bahrami bailey baker bakhtiyar bakiev bakker bakos bal bala balawi balint balla balog balushi bambang banerjee bani bansal
barakat barakatalah barakzai baranov barasa barbosa barghouti baris barna barnes barrera barrios barta basmalah basri bastin bauer bauwens
bayati bayrak bayram beata beatrice bedoya behera behnam behrouz bekir belkacem bell bello belov beltran belyaev benali benamar benard bence
bengt benjelloun bennani bennett benson berg berglund bergman bergstrom bernadett bernadette bernal berrada bertemes bertil bharat bhatia
bhatt bhattacharya bianchi bijan bilgin bismillah bitar biver bjork bjorn blanc blanca blanco bo bobur bodart bodnar bogaert bogaerts bogdan
bogdanov bognar bondarenko bonnet borbely borisov boros bos bose bosmans bouazizi bouazza boudiaf boulanger bouzid boyer boyko bozkurt
brahimi brandon bravo brenda brigitta brigitte brittany brouwer bruce bruno budai budi bulent bulut burak busaidi bustamante bustos butler
bykov cai caicedo cakir calderon cameron campos can cao cardenas cardona cardoso carine carlier carole carter carvajal carvalho cecile
cedric celik celine cem cemal cengiz cerny cetin ceylan chakraborty chantal chapman charlotte chatterjee chauhan chavez chebet chege
chelangat chen cheng chepkemoi chepkoech cherif chernov chernyshev cherotich cheruiyot chevalier cho choe choi chopra choudhary chraibi
christensen christer christiaens cihan cladin clara clark claudio coban collignon collin collins colombo constanza conti cook cools coppens
cornelis cornet correia coskun costa cox cristobal cruz crystal csilla csonka cynthia dabrowski danialah danielle danielsson danilov danjuma
danladi danny dante daoud dario dariush darwish daud davood davoodi davydov deak dean deborah decker declercq dedi deepa deepak dekker
delfosse delgado delhaye delvaux demir demirci deng deni denise denisov deniz deprez derya desai descamps deshmukh desmet dethier devi devos
devries dewi dey dhaheri dharmendra dhillon dian didier diederich dijkstra dilek dilshod dimitriou dinara dincer dinesh ding djordjevic
dmitriev dogan donald dong donna dora dorcas dosari dostert douri dridi du duarte dubey dudas dulaimi duman duran durand durmus dursun dutta
dvorak dwi dylan ebrahim ebrahimi ebru eda eddy edi edina edward edwin eero eeva efimov egorov ehab ehsan eid ekinci eklund eko elchin elham
elif elin ella ellis elnur els elsa elsaeed emad emil emilie emily emin emrah emre endang enezi engel engin engstrom eni eniko ensieh ensio
ercan erdal erdem erdogan eren ergashev ergin erhan erick erkan erkki ermakov ernest erny erol erpelding ersin ersoy ertas escobar eskandari
esmaeil esmatalah esperanza esposito esra esraa essam ethan etienne eugene eunice eveliina fabian fabienne fadil fadime fadzil faizal
faizalah faizi fallah farag farago farahani farhad fariba farid farouk farrukh farshid farsi farzad farzaneh fassi fatih fatimah fatuma
fauzi fawzy fazal fazekas federico fedotov felicitas felix feng fereshteh ferhat feride fernanda ferrari fikret filali filatov filippov
filiz fiona firouz fischer fitri flammang florence florencia fomin forsberg foster fouad fournier francis francisca franco fransson frederic
fredrick fredrik fredriksson frolov fulop furkan gaber gaikwad gallardo gallo ganesh gao garba garg garnier garrido garzon gasanov gaspar
gaston gaurav gavrilov geert geerts geeta genaro gengler george georgiou gerasimov gergely gergo ghamdi ghamri ghani gharbi ghasemi gholam
gholami ghorbani ghosh gibson gil gilani gilbert gilles gillet gilson giordano girard gizalah gladys godelieve goedert goergen goethals
goffin gok gokhan golubev gomaa gomes goncharov gopal goran goyal graham grant gray greco gregoire gregory grewal griffiths grigoriev guerin
guerrero guido guillaume guillermo gul gulay guler guliyev gulnara gulnora gulsen gunawan gunduz gunel gunes gungor gunilla gunnar
gunnarsson guo gupta gurbuz guseinov gusev gustav gustavsson guzman gyongyi haas habibalah habibi haddad hadi hadithi hadiza hadrami
hafizalah hagar haidari hajdu hajji hajnalka hajri hakalah hakan hakansson hakim hakimi halabi halasz halil halim halima halimah hallaq
halonen haluk hamad hamdan hamdani hamdy hamidalah hamidi hammami hamwi hamzah han haneen hanife haniyeh hanna hannah hanninen hannu harbi
hardy hari hariri haris harish harju harrison hart harthi hartikainen hartmann harun haruna hasani hasanov hashemi hashim hashimi hasnah
hassani hauwa hava havva he heather hegedus heidari heinen heino heiskanen hekmatalah helen helene hellen henao henderson hendra hendrickx
hendriks henriette henrik henriksson henriquez henry heri hesham heydar heydari heylen hidayat hidayatalah hilde hiltunen hinai hirvonen
hoda hofmann holm holmberg holmes homa hong honkanen horak horvat hossam hotak houthi howard hoyos hu huang hubert huberty hulya hunt
hurtado huseynov husnu husseini hussin huttunen hwang ian ibolya ibragimov ibrahimi ibrahimov ida idris idrissi iglesias ikonen ilham ilhan
ilic ilker illes ilyas ilyin iman immonen inayatalah indra ines ingemar inger inkeri ioannou ionescu iraj iraqi irene irmeli isa isaac isaev
isah isaksson ishak isidora isik ismailov ismayilov ismet ismoilov iwan iyer jaakko jaaskelainen jaber jack jackline jacob jacoby jacqueline
jadhav jafar jafari jaime jaimes jain jairo jakab jakobsson jalali jalil jamal jamshid jana janabi janan janet jang jankowski janne jansen
janssen jaramillo jari jarrar javad jaziri jeannot jebali jenkins jenny jensen jeremias jeremy jiang jibril jilani jitendra joan joanne
joelle johana johansen johnsson johnston joko jonas jonathan jong josette joshi jovanovic joyce jozef jubouri juho jukka julian juliana
julie julius jundi jung juntunen justin jyoti kaabi kabbani kadir kadyrov kalervo kalinin kallio kamal kamali kamarul kamel kamil kaminski
kamla kang kangas kaplan kapoor kara karaaslan karaca karakas karan karanja karatas kari karimov karimova karkkainen karoliina karpov
karppinen kartal karzai katariina katarina kate katherine kathiri kathryn katona katrien kauppinen kaur kavita kaya kayaalp kazakov kazem
kazemi kelemen kelly kemal kemppainen kenan kennedy kenneth keranen kerekes kerstin keskin ketbi kettunen khadijeh khafaji khairul khalifa
khalil khalili khani khanna khasanov khateeb khatib khelifi khoury kibet kilani kilic kim kimani king kinyua kipkoech kiprotich kiptoo kiran
kiselev klara klimov knight koc koch koech koen koivisto kokkonen koksal kolesnikov komarov konovalov koponen koray korir korkmaz korolev
kose koskalah koski kourosh kovac koval kovalchuk kovalenko kovalev kowalczyk kowalski kozlov kozlowski kozma krause kravchenko krishna
krueger krylov kucera kudryavtsev kulikov kulkarni kumar kurbanov kurdi kurnia kurniawan kurt kuwari kwon kyle kyllikki laakso laaksonen
lacroix lagos lahlou lahti lahtinen lakshmi lal laleh lambrechts lami langat lange lanners lappalainen lara larsen laukkanen lauren laurence
lauri lauwers lawal lawan lawati lazarev lea lebrun lecomte lefebvre lefevre legrand lehmann lehto leidy leif leila leino leinonen leiva
lemmens lena lenaerts lengyel lentz leonard leonardo leonov leppanen lestari levent levente lewandowski leyla li liam liang libert libi
lilian liliane lim lima lin lina lind linda lindgren lindholm lindqvist linnea lisandro liu lloyd lombardi londono lopes lorena lori louis
louise lozano lu lucero luciano lucio luisa luke lundberg lundgren lundin lundqvist luo lux lydia ma maamari maatta macdonald macharia
maenpaa magdy maghribi magnus magomedov mahdi mahendra mahesh mahieu mahjoub mahmoudi mahmut mahnaz maidana maier maija majali major makarov
maki maksimov maktoum maleki malhotra malika maliki malin mammadov mancini mandal mangal mangen manninen manoj manon mansor mansour mansouri
marcelo marchal marechal margarita margot marguerite marianna marianne mariette marika marin marino marja markku marko markov markovic
marleen marques marri marshall martins marton martynov marx marzieh maslov mason masoud masoumeh masri massart mate mathur matialah matilda
mats matthews mattias mattsson matveev maureen mauricio maxime maximiliano maya mazrouei mazur mbugua mcdonald mckay mebarki medvedev meena
megan mehta mehtap meijer mejia mejri melek melike melinda melnikov melnyk mendes mendez mendoza menna mennetalah menon mercier mert merve
meryem mesut metin metwally meunier mevlut mezei michaux miettinen mika mikkalah mikko mikkonen miklos milagros mills mina minna mir mironov
mirwais mirzaei mirzaev mishra mitra mittal moens mohamad mohammadreza mohammadzadeh mohamoud mohan mohanty mohibalah mohmand mohsen
moilanen mojtaba mokhtar mokhtari molitor momand momani monteiro montoya mora moradi more moreau moreira moretti morgan morris morrison
morsi mortazavi morteza mosuli mousa mousavi mousawi moussawi moyano mueller muhamad muhammed muhammet muharrem mukesh mukherjee mulder
mulyadi murali murillo murphy musa musaev mustapha mustonen musyoka mutairi mutua mutuku muzaffer mwendwa nabi nabil nabulsi nader naderi
nadine nahyan naidu nair najafi najib najibalah najjar naomi naqibalah naqshbandi narendra naresh naser naseri nasim nasiri nasiru nasralah
nasser nasution natasha nathan natour naumov navarrete navid nayak nazari nazarov neal necati negar neha nelson nemec nemes nermin nesrin
neumann nevin ngugi nielsen niemalah nigar nihat nikitin nikolaev nikolaidis nikolett nikolic nilles nima niskanen nitin njoki njuguna
nodira noori noorzai nor nora noraini norbert nordstrom norhayati norliza norouzi nour novak novotny nowak nuaimi nugroho nunes nuran nuray
nuri nuristani nurmi nurminen nurten nurul nyambura nyberg nyman nyongesa nystrom obaidalah obeidi odeh oguz oh oikonomou ojala okafor okan
okonkwo okoth oksanen oktay olinger olivares oliveira oliver olivera oliynyk olofsson olsen om omari omarov omer omid omidi onur orakzai
orban orellana orhan orlando orlov orosz orozco ortega orvokki osama osipov oskari osorio ospina otaibi othman ovchinnikov owen owino oz
ozan ozbek ozcan ozdemir ozer ozgur ozkan ozkaya ozlem ozmen oztas ozturk paananen paez paivi pak pal pala palacios palma palmer paloma
pamalah pan panda pandey pandya pankaj pap papadakis papadopoulos paredes parisa park parker parmar parsa partanen parviainen parviz pascal
pasztor pataki patchett patil patricio pauliina paulina pauline pauly pavlov pavlovic pawar pedersen peltalah peltonen peng pentti pesonen
peters peterson petri petrovic peyman philip phillip phillips pieter pieters piette pillai pineda pino pinto pirjo pirkko piroska pitkanen
pizarro poblete polat polyakov poncelet ponomarev pooja popa popal popalzai popescu potapov powell pradeep prakash pramod prasad pratama
price priya prochazka prokhorov pulkkinen purity pushpa putra putri putz qaderi qadir qahtani qarni qasemi qassab qawasmi rabi rabie rachel
radha ragab rahimov rahma rahmani rahmat rahmatalah rahmonov rahul raj rajalah rajendra rajesh raju rakesh rakhimov ram ramazan ramesh ramin
ramiro ramli rantalah rao rasanen rashad rashidi rasim rasoul rathore ratna rautiainen ravi rawan rawashdeh rawi razavi recep reda reddy
reding reed reid reka rekha remy remzi ren renee restrepo rezaei rezai rezk rezvani ri ribeiro ricci richards richardson richter rifai
riitta rim rina rincon rini riquelme rissanen ritu ritva riza rizky rizzo robyn rocha rocio rodionov rodrigues rogers rohit roland romano
romanov ronald rose rosli rosnah ross rossi rostami rotich rousseau roux rozalia rozita rubaie rubio rudi ruhalah russell russo rustam saadi
saari saavedra sabah sabbagh saber sabotic sabri sachin sadat sadegh sadeghi sadik sadr saez safari safi safiye sahak sahin sahu saidi
saidov saidu saifalah salama salazar saleh salehi salih salimi salinas salisu salleh salma salmah salmi salvador samad samadi saman samantha
samarrai sameh sami samialah samir samira samuelsson samwel sanaani sandberg sandeep sanders sandhu sandoval sanhueza sani sanjay santos
santosh santoso sanz saputra sardar sari sarkozi satish satu saud saveliev savolainen saxena sayegh schaefer schaus schmidt schmitt scholtes
schreiner schulz schumacher schwarz sean sebastien sedat seema sefa segers selahattin selim selma semenov semih sen seo sepideh seppalah
seppanen seppo serap serdar serge sergeev serhat serife serkan serrano servais setiawan sevda sevgi sevim sevinj shaar shahbazi shaheen
shahla shahram shahrul shami shammari shamsdin shane shannon shanti sharif sharifi sharipov sharma shavkat shaw shawabkeh shcherbakov
shehata shehri shehu sheila shen sher sherif sherzad shevchenko shevchuk shin shinde shinwari shirazi shirin shiva shokri shukaili shukla
shukralah shyam siamak sibel siddiqi sidhu sidorov sierra sima simiyu simmons simpson simsek sinan singh sinikka siregar sita sjoberg slamet
slimani smet smets smit soares sobhy sobolev soderberg sofie soheil solanki soloviev soltani somogyi song songul sonmez soos sophie soraya
sorensen soria sorokin sousa souza sri srinivas srivastava stanekzai stankovic stella stepanov stevens stewart stijn stojanovic su suat
subaie subhash sugeng sukru sulaiman sulastri sule suleiman suleyman sultan sultani sultanov sun sunil sunita suominen suparman supri
surendra suresh suryadi susanne susanto susi sutrisno suzan sven svoboda swati syarif szabolcs szekely szekeres szoke szymanski taha tahereh
taheri tahsin tamari tamer tamimi tammy taner tang tania tanko tarasov tarawneh tarek tarik tarja tas tasci taufik tavakoli tawfik tawil
tazi tehrani teixeira tekin tellervo terezia thakur thani theis theo therese thierry thijs thiry thys tian tiffany tiina tikhonov tikriti
timea timmermans timo timofeev titov tiwari tiziano tkachenko toivonen tokhi toledo tolga tom topal toprak toro toussaint trabelsi tracey
tri tripathi trivedi trofimov trujillo tuba tugba tunc tuncay tuncer tunde tunsi tuomas tural turan turgut turhan turk turkmen tursunov
tuula tyler ucar udin ufuk ugur ulf ulugbek ulusoy umarov umit umut unal urbain usha uslu usmanov uysal uzun vahid vainio vaisanen valdes
valdez valtteri vandenberghe varadi vass veikko velasquez velazquez veli venkat verbeke veres vergara verhaeghe verheyen verhoeven verlinden
verma vermeersch vermeiren veronika veronique verschueren verstraete verstraeten vesely vidal vieira vijay vikas ville vincent vincze vinod
vinogradov viola virag virginie visser vivek vivian viviane vivien vlachos vlasov volkan vorobiev voronin voros vos vugar vuorinen wael
wagener wahid wahidi wahyu wairimu wakil wali wallace wallin wambua wan wang wangari wangui wanjalah wanjiru wanyonyi ward wardak wati
watson wauters wawan waweru wayne webb wei weiler wekesa wells wendy weydert weyland wibowo widodo wijaya wilkinson willy wim winandy winnie
wisniewski wojcik wolf wolff wozniak wu wuyts xiao xie xu yaacob yadav yahaya yahya yakovlev yakubu yakup yalcin yaman yamani yami yaneth
yanez yang yanti yao yasar yasemin yaser yasin yasmin yassin yavuz yazdani ye yehia yesil yigit yildirim yildiz yilmaz yoon young younis
yousafzai yousef yousefi yu yuan yucel yudi yuksel yuldashev yun yuni yunus yusof yusufzai yusupov yves yvonne zabihalah zachary zadran
zafer zaheer zahir zahrani zainal zaitsev zakharov zaki zaky zalmay zamani zapata zare zarei zarina zazai zehra zeinab zeki zekiye zeng
zhang zhao zheng zhou zhu zhukov zhuravlev ziaalah zielinski zimmer zimmermann ziya zoe zoubi zsofia zubairu zughayer zulkifli zuniga
10 abdalim abdaty abdghaffar abdhakim abdkarim abdkhalek abdmaksoud abdmoaty abdmohsen abdnasser abdraouf abdsamie abdsattar abdtawab
abdwahed abuzeid adham afify amani amer amira ammar anis badawy badr badri basant bassiouny bayoumi eldesouky elshahat emam eman ezzat fahmi
fahmy fares gad galal gerges gouda hafez hamada hana hashem hassanein hazem helmy hosny ikram jawad kassem khalaf khamis kotb lotfy lutfi
mabrouk maher mahrous mamdouh marwan mazen medhat mesaad moawad moaz muhammadi nasr noureldin nourhan omneya radwan rafi refaat sabry saif
salam salim sama sayf seif shafi shaimaa shawky shorouk talaat wasim younes zakaria
11 abdbaqi abdbaset abddaim abdgalil abdhafez abdhafiz abdhay abdkawy abdmawgoud abdmawla abdmottaleb abdrabbo abdsamad abdshafy abdzaher
aboulalah aboulenein aboulfotouh aboulmagd abubakr adly alaaeldin allam amal amany anas antar arafa arwa ashour atallah atta awadalah awwad
ayyad bakhit bakr basma bassem dawoud desouky diab dina doaa donia ebeid elhusseiny elmetwally elmorsy elnaggar elshafey elsharkawy
elsherbiny elzahraa eyad ezzeldin farahat farghaly farrag fathalah fayez fikry gabr gamil gannah ghanem gharib ghazy ghonim haggag haitham
hamida hammad hammouda hanafy hassaan hatem heba hegazy helal hossameldin judy karam kenzy khairy khattab khedr kholoud kirollos labib maged
mahdy mahfouz manar marwa marzouk megahed mikhael moamen moataz mohannad mona mounir mourad myrna nady naguib nassar nouran oweis qarny
raafat radwa rady ramy rashed rawda reem refaei rehab reham retaj riad roqaya roshdy sadek safwat salaheldin seddik seifeldin shafik shaker
shalaby shams sohaila sondos taher thabet tolba wagih wahba yara yomna yousry zidan
12 abdbadee abdbary abdeen abdfadeel abdgeed abdmaboud abdmalak abdmasih abdmoez abdnaim abdrady abdrasoul abdsabour abdsadek abdsayed abeer
abosaree abotalib abouelmaaty abouelsaoud abouelwafa abouelyazid aboulhassan aboulkhair aliaa amgad arafat aref asaad asem ashry atwa ayat
ayoub azab azmy badry bahaa bakry bedeir bishoy boshra botros boulos dalia diaa doha eiriny elaraby elazab elbadawy elbadry elbanna
elbassiony elbaz eldeeb elfeky elgamal elgendy elgharib elgohary elhady elimam eliwa elkholy elmahdy elrefaei elsagheer elsaidy elsebaey
elshazly elsheikh elsherif emadeldin emara engy fadel fadl fady fakhry farha farida fayed fotouh fouda gaafar gabalah gadalah gamaleldin
gehad ghada ghaly gibril hadeer hala hanan hasnaa hefny heidy hend homam hosseiny jomana kamaleldin kandil khalafalah laila maha mahgoub
makram marei mayar mehenny mehrael mehran mesbah milad mohab mohamady mohamdin mohyeldin montaser motawie mubarak muslim nabih nagah nageh
naira nashaat nasreldin nassef nesma ola omran ouda qenawy ragheb ramzy rania rashwan renad roaa rodina romany saadeldin samah samar sandy
saqr sarhan sedky shady shahat sharaf shaza shebl shehab shenouda sherine shoukry somaya sorour sweilem tharwat toka wafaa wagdy walaa
wessam yacoub yass zaghloul zahran zayed zeina zeinalabdin
13 abanoub abbady abboud abdgaber abdhakam abdhaq abdmalek abdmomen abdmonsef abdnour abdrasheed abdshaheed abdwanees abed abodeif abolatta
abolazm abolfadl abolhamd abolizz abolnaga abolnasr abolnour abolqasem abrar agamy ahlam akl allah alwan amaal araby ashmawy ashrakat ayed
azza azzam azzouz badran badreldin baghdady bahaeldin bahgat basel bassam behairy beshay bola boray dahy deif demiana diaaeldin ebada ekramy
elabd eladawy eladl elagamy elamir elattar elbarbary elbayoumy elbehairy elessawy elgammal elgazzar elhaddad elhanafy elhassan elhussein
elkady elkhatib ellaithy elmaghazy elmaghraby elmasry elmelegy elmohamady elnady elnahas elsabbagh elsadek elsafy elsakka elsamman elsayyad
elshabrawy elshaer elshamy elsheshtawy elshimaa eltaher eltantawy eltayeb eltohamy eltokhy elwakil embaby esmat essameldin essawy fahd
faragalah fayek fayrouz gadelkarim gadelrab gannat gaser gawhar gayed genaidy gendy ghattas ghobrial habashy hady hakeem hameed hanaa harby
haroun hasabalah hassouna hebatalah heikal hendawy hendy heraidy heshmat iskandar kadry karem karima khafagy khallaf khater kheir kheiralah
kilany lamei lamyaa lashin loay logain logine madbouly mady makhlouf makkawy malek mamoun manal mansy maram marouf maslahy matar maurice
mawadda mayada meftah mekky moharram mohy mokhaymer morqos moselhy nabawy nafea nagham naglaa naseer nashed nasseef nassim nazeeh neama negm
noh noha noreen noufal okasha olwany orabi oweida philopater qamar rafeek raghad rahaf raheem rasha raslan rezqalah rofayda romaysaa rowida
saadawy sabeeh sabra sabreen safa safaa sahar salib salsabil salwa samaa samer samia sanad sanousy saoudy semaan serag shamseldin
sharafeldin shehabeldin shehta siam soad sobh tadros talab tammam tantawy tohamy tony waad wadie waheeb wasef yessy younan yustina zaher
zahraa zarif zeid zein zeineldin zenhom ziada
14 abdbarr abdbaseer abdmardy abdrazzak abdshakour abdwadoud abdwareth abohashem abolgheit abolhaggag abolmakarem aboseif aboshoaishaa adeeb
afaf afnan ahd alameldin amna areej askar awf awny azer bahnasy bandary barsoum basha bebawy beshara dardir dareen deifalah dwidar ebram
ebtisam elalfy elbaghdady elbakry elborei eleraky elfakhrany elfar elgharbawy elhadidy elhassaneen elhawary elkhidry elkotb elmakkawy
elmansy elmawafy elmozein elnabawy elnemr elnouby elqassas elsaadawy elshaarawy elshorbagy eltabei eltawil elyan elzayat elzogby enas eraky
erfan ezz fareeg farghal faten fath fawaz fayyad fouly gado gehan georgey ghoneimy hams hamsa hasheesh haya hegab heiba hiam jasmine keshk
khedry khodair lamis leqaa madany madkour madonna magda maghawry maghazy maghraby magly mandour mannaa masry matta meligy meralah mira moheb
mortada moshrif mosleh motamed mowafy nagat nagwa nahed nawal nawar nemr noshy noura nourelhoda pavly raed ramez raneem raouf rasheed rasmy
rateb rayan razan rimas roufail saadalah safeya sagda saja sally sanaa sayedhom serageldin shaalan shaarawy shabana shadeed shafei shahenda
shandy sharkawy shata shazly shokr siham tageldin taghreed tawadros taye toeima turky wahdan waly warda wasfy yaqout zakary zayan
`
