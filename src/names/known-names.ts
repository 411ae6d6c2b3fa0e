import { fold } from './fold.ts'
import { transliterate } from './transliterate.ts'

/**
 * Forms of well-known given names, and of the few Korean family names, one name a line. Two forms of one name count as almost
 * equal in any spelling. Forms of two names are different names, however similar (Hassan and Hussein, Maria and Marina).
 */
const table = `
muammar moammar moamar mouammar muamer mu'ammar moamer muammer معمر
qadhafi gaddafi gadhafi qadafi qaddafi kadafi kaddafi khadafi khaddafi ghadafi ghaddafi qathafi gathafi gadafi qadhdhafi kadhafi kazzafi gheddafi القذافي قذافي
muhammad mohammed mohamed mohammad muhammed mohamad mohamet mehmet mehmed mahomet mokhammed magomed magomet muhamad mamadou mohd mohmad mohammod mohamud mohamuud maxamed mahamat muhammet muh moh mad محمد
ahmad ahmed ahmet akhmed akhmad achmad achmed ahmadou axmed أحمد احمد
mahmoud mahmud makhmud mahmood mehmoud محمود
hamid hameed khamid حميد
hassan hasan khasan hassane حسن
hussein hussain husayn husain hossein husein huseyn khusein hosein houssein hossain hoseyn حسين
ali aly alii علي على
omar umar omer oumar عمر
uthman othman osman usman ousmane عثمان
osama usama oussama أسامة اسامة
khalid khaled halid khaleed chaled خالد
ibrahim ebrahim ibraheem ibragim abraham إبراهيم ابراهيم
ismail ismael esmail ismaeel isma'il esmaeil إسماعيل اسماعيل
yusuf yousef yousuf youssef yusef yusif jusuf josef joseph yosef iosif joozef يوسف
yunus younes younis yunis يونس
yahya yahia yehia يحيى
mustafa mustapha moustafa mostafa moustapha مصطفى
mansur mansour mansoor منصور
nasir nasser naser nassir nasr ناصر
nabil nabeel نبيل
rashid rasheed rachid راشد رشيد
said saeed sayid saed sa'id saiid سعيد
salih saleh salah saleeh صالح
salim saleem selim سليم سالم
sulaiman suleiman sulayman soleiman suleyman solomon sulejman سليمان
tariq tarek tareq طارق
walid waleed oualid وليد
zayd zaid zeid زيد
ziyad ziad زياد
jamal gamal djamal jamaal cemal جمال
jafar jaafar djafar ja'far cafer جعفر
jalal galal djalal celal jalaal جلال
karim kareem kerim carim كريم
kamal kemal kamaal كمال
qasim qassem kassem kasim ghassem gasem qasem kassim قاسم
hisham hesham hicham هشام
hamza hamzah khamza حمزة
haidar haydar heydar haider hayder حيدر
bilal belal bilel بلال
bashar bachar bashaar بشار
basim bassem basem باسم
fahd fahad فهد
faisal faysal feisal feysal فيصل
farid fareed ferid فريد
fuad fouad fuaad فؤاد
habib habeeb khabib حبيب
idris edris idriss إدريس
ihab ehab إيهاب
imad emad imaad عماد
isa issa eisa عيسى
jabir jaber djaber جابر
majid majeed madjid ماجد مجيد
maher mahir ماهر
marwan marouane merwan مروان
munir mounir muneer منير
musa moussa mousa موسى
nadir nader nadeer نادر
nur nour noor nuri نور
raad ra'ad رعد
rafiq rafik rafeeq رفيق
ramadan ramazan ramadhan رمضان
ridha reda riza redha rida رضا
saad sa'ad saadi سعد
sabir saber sabeer صابر
saddam sadam صدام
samir sameer سمير
shakir shaker شاكر
sharif shareef sherif cherif شريف
taha taaha طه
talal talaal طلال
tawfiq tawfik toufik tewfik توفيق
wissam wisam wessam وسام
yasin yassin yaseen yassine ياسين
yasir yasser yaser ياسر
zakariya zakaria zekeriya زكريا
aisha aicha ayesha aysha عائشة
fatima fatma fatimah fatemeh فاطمة
khadija khadijah hatice khadidja خديجة
zainab zaynab zeinab zeynab zineb زينب
layla leila laila leyla ليلى
maryam mariam miriam meryem مريم
alexander aleksandr alexandre aleksander aleksandar alexandr oleksandr aliaksandr iskander
alejandro
alessandro
alexei aleksei alexey aleksey aleksej alexej oleksii oleksiy aliaksei
anatoly anatoli anatoliy anatolij anatol anatolii
andrei andrey andrej andriy andrii andrzej andrew
andreas andres
anton antony anthony antoine
antonio
arkady arkadi arkadiy arkadij
artem artyom artiom
boris borys
bogdan bohdan
denis denys dennis
dmitri dmitry dmitriy dmitrii dmytro dimitri dimitry dzmitry dmitrij
eduard edward edouard eduardo
evgeny yevgeny evgeni evgenii evgeniy yevgeniy jewgeni jevgenij yevhen evgueni eugene evgenij jewgenij
fyodor fedor feodor teodor theodor
gennady gennadi gennadiy gennadij hennadiy
georgy georgi georgiy georgij heorhii giorgi george georgios giorgos giorgio georg
grigory grigori grigoriy grigorij hryhorii
igor ihor ihar
ilya ilia illia ilja
ivan iwan
konstantin constantin kostyantyn konstantine konstantinos
leonid leonyd
lev
maxim maksim maksym maxime
mikhail mihail michail mykhailo mikhael michael mihajlo mikheil
michel
miguel
nikita mykyta
nikolai nikolay nikolaj mykola nicolae nikolaos nicolas nicholas mikalai nikola
oleg oleh
pavel pavlo pawel paul
pablo
paolo
pyotr petr petro piotr peter petar
pedro
pierre
roman
ruslan
sergei sergey sergej serhii serhiy siarhei serge sergio serguei sergiy
stanislav stanislaw stanislau
stepan stefan stephan stjepan
timur
vadim vadym
valentin valentyn
valery valeri valeriy valerij valerii
vasily vasili vasiliy vasyl vassily wassili wasyl
viktor victor wiktor viktar
vitaly vitali vitaliy vitalii vitalij vitalik
vladimir volodymyr uladzimir wladimir vladimer
vladislav vladyslav wladyslaw uladzislau
vyacheslav viacheslav wjatscheslaw vjaceslav viatcheslav
yakov jakov iakov jacob jakub
yaroslav jaroslav iaroslav jaroslaw
yuri yury yurii juri jurij iouri yurij
zakhar
alla
anastasia anastasiya anastasija
anna hanna ganna
daria darya darja
ekaterina yekaterina katerina kateryna catherine katarina
elena yelena jelena olena helena
galina halyna
irina iryna
ksenia xenia kseniya
larisa larysa
lyudmila ludmila liudmila ljudmila
maria mariya marija marya
marina maryna
nadezhda nadejda
natalia nataliya natalya natalja nathalie
oksana oxana
olga olha
polina
sofia sofya sophia
svetlana svitlana
tatiana tatyana tetiana tatjana
valentina
valeria valeriya
viktoria victoria viktoriya
yulia julia iuliia yuliya
slobodan
milan
radovan
ratko
zoran
dragan
goran
nenad
milos
jovan
carlos
jorge
juan
luis
manuel
javier
joaquin
jose
hector
rafael
diego
daniel danilo daniil
david davit daoud dawud daud داود
martin
thomas tomas
robert
richard
charles
william
john
james
pak park bak
ri lee rhee yi li
choe choi
jong chung jung chong jeong
chol chul cheol
ryu yoo yu
kang gang
`

/** The first lines are of names that few people have; sharing one of the others says little. */
const rareNames = 2

/** Whether a form of a well-known name is also one that very many people have. */
export function isCommonName(group: number): boolean {
  return group > rareNames
}

const groups = new Map<string, number>()
for (const [line, names] of table.trim().split('\n').entries()) {
  for (const name of names.split(' ')) {
    const latin = transliterate(name.replace(/'/g, ''))
    for (const form of [latin, fold(latin)]) if (!groups.has(form)) groups.set(form, line + 1)
  }
}

/** Shorter sounds are those of many words. */
const minSound = 3

/** The number of the well-known name of which a word is a form, by its letters or its sound; 0 for none. */
export function knownName(text: string, sound: string): number {
  return groups.get(text) ?? (sound.length < minSound ? 0 : (groups.get(sound) ?? 0))
}
