import { fold } from './fold.ts'
import { transliterate } from './transliterate.ts'

/**
 * Family names that very many people have, however few of them are listed: the commonest of many countries, from general knowledge. Sharing
 * one of them and a common given name says little about who is meant.
 */
const table = `
smith johnson williams brown jones miller davis wilson anderson taylor moore jackson white harris martin thompson robinson clark lewis lee
walker hall allen young king wright scott green adams baker campbell mitchell roberts carter phillips evans turner parker edwards collins
stewart morris murphy cook rogers morgan cooper peterson reed bailey kelly howard ward richardson watson wood james bennett gray hughes
price foster sanders ross henderson simmons graham wallace kennedy
mueller schmidt schneider fischer weber meyer wagner becker schulz hoffmann schaefer koch bauer richter klein wolf neumann schwarz
zimmermann braun krueger hofmann hartmann lange werner krause lehmann maier
martin bernard dubois thomas robert richard petit durand leroy moreau simon laurent lefebvre michel roux fournier girard bonnet dupont
lambert fontaine rousseau vincent muller mercier blanc guerin boyer garnier chevalier
garcia rodriguez gonzalez fernandez lopez martinez sanchez perez gomez jimenez ruiz hernandez diaz moreno alvarez munoz romero alonso
gutierrez navarro torres dominguez vazquez ramos gil ramirez serrano blanco molina morales suarez ortega delgado castro ortiz rubio marin
sanz iglesias medina garrido cortes castillo santos guerrero lozano cruz flores herrera mendoza aguilar vargas reyes rivera rojas chavez
silva ferreira pereira oliveira costa rodrigues martins sousa souza fernandes goncalves gomes lopes marques almeida ribeiro pinto carvalho
teixeira moreira correia mendes nunes soares vieira monteiro cardoso rocha lima barbosa
rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno gallo conti mancini giordano rizzo lombardi moretti
nowak kowalski wisniewski wojcik kowalczyk kaminski lewandowski zielinski szymanski wozniak dabrowski kozlowski jankowski mazur
novak svoboda novotny dvorak cerny prochazka kucera vesely horak nemec horvat kovac jovanovic petrovic nikolic markovic djordjevic
stojanovic ilic stankovic pavlovic
jansen devries bakker visser smit meijer mulder bos vos peters hendriks dekker brouwer dijkstra
andersson johansson karlsson nilsson eriksson larsson olsson persson svensson gustafsson hansen jensen nielsen pedersen andersen
christensen larsen sorensen johansen olsen korhonen virtanen makinen nieminen
nagy kovacs toth szabo horvath varga kiss molnar nemeth farkas popescu ionescu popa
smirnov ivanov kuznetsov popov vasiliev petrov sokolov mikhailov novikov fedorov morozov volkov alekseev lebedev semenov egorov pavlov
kozlov stepanov nikolaev orlov andreev makarov nikitin zakharov melnyk shevchenko bondarenko kovalenko boyko tkachenko kravchenko kovalchuk
koval oliynyk shevchuk
papadopoulos papadakis georgiou dimitriou ioannou nikolaidis vlachos oikonomou
yilmaz kaya demir celik sahin yildiz yildirim ozturk aydin ozdemir arslan dogan kilic aslan cetin kara koc kurt ozkan simsek polat
haddad khoury mansour nasser saleh najjar darwish shaheen hamdan qasim barakat awad suleiman salem khalil ibrahim hamad said salman
mustafa younis mahmoud abbas amin rashid jaber farah hassan hussein ahmad ali omar osman
mohammadi hosseini ahmadi karimi moradi jafari rahimi heydari kazemi sadeghi amini ebrahimi rostami zare bahrami shirazi tehrani akbari
rezaei mousavi norouzi ghasemi nazari asadi soltani yousefi
khan ahmed malik butt chaudhry sheikh qureshi siddiqui raja mirza awan bhatti rana ansari hashmi abbasi javed akhtar iqbal hussain shah
syed baig noor rehman aziz zaman
sharma singh kumar gupta patel verma reddy nair iyer mehta joshi desai rao mishra chopra banerjee mukherjee das roy ghosh yadav jain agarwal
wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he gao lin luo zheng liang xie tang deng feng cao peng zeng xiao tian
dong yuan pan cai jiang yu du ye cheng wei su lu ding ren shen yao
kim lee park pak choi choe jung jong kang cho yoon yun jang lim rim han oh seo shin kwon hwang ahn song hong ri
nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly
santoso wijaya susanto setiawan hidayat kurniawan saputra pratama nugroho lestari wibowo gunawan siregar nasution
mwangi otieno kamau ochieng njoroge wanjiku mutua odhiambo
diallo traore coulibaly diop ndiaye keita toure kone cisse sow bah camara barry sylla ba fall gueye sarr
tanaka suzuki sato takahashi watanabe ito yamamoto nakamura kobayashi kato
haile tesfaye bekele abebe kebede okafor okonkwo adeyemi mohamud abdi warsame
`

const names = new Set<string>()
for (const name of table.trim().split(/\s+/)) {
  const latin = transliterate(name)
  for (const form of [latin, fold(latin)]) names.add(form)
}

/** Shorter sounds are those of many words. */
const minSound = 4

/** Whether a word, by its letters or its sound, is a family name that very many people have. */
export function isCommonFamilyName(text: string, sound: string): boolean {
  return names.has(text) || (sound.length >= minSound && names.has(sound))
}
