/**
 * How Hong Kong writes the Cantonese sounds of the characters that are common in names, by their reading in pinyin. From general knowledge
 * of the spellings in use.
 */
const table = `
ai oi;an on;ang ngong;ao ngo;ba pa;bai pak;ban pan;bang pong;bao po pau;bei pui;ben pun;bi pik pat;bian pin;biao piu;bin pan;bing ping;bo pok po
bu po;cai choi;can tsan;cang chong;cao cho;ceng tsang;cen shum sham;cha cha;chang cheung;chao chiu chau;che che;chen chan san sum
cheng shing ching cheng;chi chi chik;chong chung;chou chau;chu cho chu chuk;chuan chuen;chun chun;ci chi tsz;cong chung;cui chui
da tai tat;dai tai;dan tan;dao to;de tak;deng tang;di tik tai;dian tin;ding ting;dong tung;dou tau;du to tuk;duan tuen;duo to;e ngo;en yan
er yee;fa fat;fan fan;fang fong;fei fei;fen fan;feng fung;fu fu fuk;gan kam kon;gang kong;gao ko;ge kot kok;gen kan;geng kang;gong kung
gu ku kwu;guan kwan kun;guang kwong;gui kwai;guo kwok;hai hoi;han hon;hang hang;hao ho;he ho hok;heng hang;hong hung;hou hau;hu wu;hua wah wa fa
huai wai;huan wun;huang wong;hui wai fai;huo fok;ji kei kai chi kat;jia ka;jian kin kan;jiang kong keung cheung;jiao kiu;jie kit kai;jin kam kan chun
jing king ching;jiu kau;ju kui;juan kuen;jun kwan chun;kai hoi;kan hon;kang hong;ke fo hok hak;kong hung;kuang kwong hong;kun kwan;lai lai loi
lan lan;lang long;lao lo;lei lui;li li lee lai lap lik;lian lin;liang leung;lin lam lun;ling ling;liu lau luk;long lung;lou lau;lu lo luk lui
luo lo lok;ma ma;mai mak;man man;mao mo mau;mei mei mui;meng mang mung;mi mai;miao miu;min man;ming ming;mo mok;mu muk mo;na na;nan nam;ni nai ngai
nian nin;ning ning;niu ngau;ou au;pan poon pun;pang pong;pei pui;peng pang;ping ping;pu po;qi kei chai kai chi;qian chin kin;qiang keung;qiao kiu
qin chun kan kam;qing ching hing;qiu yau chau;qu wat kui;quan chuen kuen;qun kwan;ran yim;ren yam yan;rong wing yung;rou yau;ru yu;ruan yuen
rui yui shui;run yun;san sam;sen sum;sha sha;shan shan sin;shang sheung;shao siu;shen sham shum san;sheng shing sang sing;shi shek sze si sai shi
shou sau;shu shu suk;shuang sheung;shui shui;shun shun;si sze;song sung chung;su so;sun suen sun;tai tai toi;tan tam tan;tang tong;tao to;teng tang
tian tin;tie tit;ting ting;tong tung;tu to;wan man wan;wang wong;wei wai ngai mei;wen man wan;weng yung;wu ng mo wu;xi hei sik sai hi;xia ha
xian sin hin;xiang heung cheung;xiao siu hiu;xie tse;xin san yan sum;xing hing sing hang;xiong hung;xiu sau;xu hui tsui chui;xuan suen huen
xue sit hok suet;xun fan shun;ya nga;yan yim yin ngan;yang yeung;yao yiu;ye yip ip;yi yee yi yik ngai yat;yin wan yan yam;ying ying;yong wing yung
you yau;yu yu yue yuk;yuan yuen;yue yuet ngok;yun wan;zeng tsang;zhan chim chin;zhang cheung;zhao chiu;zhe chit;zhen chan chun;zheng cheng ching
zhi chi chik;zhong chung;zhou chow chau;zhu chu chuk;zhuang chong;zhuo cheuk;zi tsz;zong chung;zu cho;zuo cho
`

/** The spellings of Hong Kong, with the syllables of pinyin for which each of them may be. */
export const hongKongSpellings: ReadonlyMap<string, readonly string[]> = inverted()

function inverted(): Map<string, string[]> {
  const pinyinOf = new Map<string, string[]>()
  for (const row of table.trim().split(/[;\n]/)) {
    const [pinyin = '', ...spellings] = row.split(' ')
    for (const spelling of spellings) pinyinOf.set(spelling, [...(pinyinOf.get(spelling) ?? []), pinyin])
  }
  return pinyinOf
}
