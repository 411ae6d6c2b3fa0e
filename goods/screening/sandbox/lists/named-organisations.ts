import { entity, vessel, type Listed } from './listed.ts'

/** Organisations and ships on the sandbox's lists: a few well-known ones, the others made up. */
export const namedOrganisations: readonly Listed[] = [
  entity('al-qaida', 'SENK', 'AL-QAIDA', { aka: ['AL QAEDA', 'THE BASE'], countries: ['AF'], programme: 'SDGT' }),
  entity('hizballah', 'SEK', 'HIZBALLAH', { aka: ['PARTY OF GOD'], script: 'حزب الله', countries: ['LB'], programme: 'SDGT' }),
  entity('boko-haram', 'SENK', "JAMA'ATU AHLIS SUNNA LIDDA'AWATI WAL-JIHAD", { aka: ['BOKO HARAM'], countries: ['NG'], programme: 'SDGT' }),
  entity('bank-melli', 'SE', 'BANK MELLI IRAN', {
    aka: ['NATIONAL BANK OF IRAN'],
    countries: ['IR'],
    programme: 'IFSR',
    numbers: { bic: ['MELIIRTH'] },
  }),
  entity('komid', 'SENK', 'KOREA MINING DEVELOPMENT TRADING CORPORATION', {
    aka: ['CHANGGWANG SINYONG CORPORATION'],
    weak: ['KOMID'],
    countries: ['KP'],
    programme: 'NPWMD',
  }),
  entity('lazarus', 'SK', 'LAZARUS GROUP', {
    aka: ['HIDDEN COBRA'],
    countries: ['KP'],
    programme: 'DPRK3',
    wallets: {
      ETH: ['0x098B716B8Aaf21512996dC57EB0615e2383E2f96', '0x5a4DB0c5000000000000000000000000000000C1'],
      XBT: ['3SandboxListedAddress3333333333333'],
    },
    remarks: 'Linked To: RECONNAISSANCE GENERAL BUREAU; Digital Currency Address - XBT 1SandboxRemarkedAddress11111111111;',
  }),
  entity('severny-potok', 'SEK', 'OOO SEVERNYI MORSKOI PUT LOGISTIKA', {
    aka: ['NORTHERN SEA ROUTE LOGISTICS LLC'],
    script: 'ООО Северный морской путь логистика',
    countries: ['RU'],
    programme: 'RUSSIA-EO14024',
  }),
  entity('uralvagon', 'SEK', 'URALSPETSKONSTRUKTSIYA JOINT STOCK COMPANY', {
    aka: ['AO URALSPETSKONSTRUKTSIYA'],
    countries: ['RU'],
    programme: 'RUSSIA-EO14024',
  }),
  entity('tekhnopromkompleks', 'SE', 'TEKHNOPROMKOMPLEKT OOO', { countries: ['RU'], programme: 'RUSSIA-EO14024' }),
  entity('almaz-orbita', 'CE', 'BANK ORBITA PUBLIC JOINT STOCK COMPANY', { countries: ['RU'], programme: 'UKRAINE-EO13662' }),
  entity('petroshams', 'SE', 'PETRO SHAMS KISH ENGINEERING AND CONSTRUCTION COMPANY', { countries: ['IR'], programme: 'IRAN-EO13846' }),
  entity('golden-crescent', 'S', 'GOLDEN CRESCENT GENERAL TRADING FZE', { countries: ['AE'], programme: 'IRAN-EO13902' }),
  entity('sahara-gold', 'SEK', 'SAHARA NUGGET MINING S.A.R.L.', { countries: ['ML'], programme: 'CAR' }),
  entity('al-barakat-exchange', 'SN', 'AL-BARAQAA EXCHANGE L.L.C.', { countries: ['AE', 'SO'], programme: 'SDGT' }),
  entity('comercializadora', 'S', 'COMERCIALIZADORA AGRÍCOLA EL TEPEYAC, S.A. DE C.V.', { countries: ['MX'], programme: 'SDNTK' }),
  entity('zlatibor', 'E', 'ZLATIBORSKA GRAĐEVINSKA KOMPANIJA D.O.O.', { countries: ['RS'], programme: 'BALKANS' }),
  entity('tianhai', 'SE', 'TIANHAI PRECISION OPTOELECTRONICS CO., LTD.', { countries: ['CN'], programme: 'NPWMD' }),
  entity('ansar-hudud', 'SEN', 'ANSAR AL-HUDUD', { script: 'أنصار الحدود', countries: ['LY'], programme: 'SDGT' }),
  entity('garantbit', 'S', 'GARANTBIT EUROPE OU', {
    countries: ['EE', 'RU'],
    programme: 'CYBER2',
    wallets: { XBT: ['1SandboxListedAddress1111111111111'], USDT: ['0x5a4DB0c5000000000000000000000000000000D1'] },
  }),
  vessel('chong-ryon', 'SNK', 'CHONG RYON SAN', { countries: ['KP'], programme: 'DPRK' }),
  vessel('caspian-pearl', 'SK', 'CASPIAN MARVARID', { countries: ['IR'], programme: 'IRAN-EO13846' }),
  vessel('akademik-orlov', 'SEK', 'AKADEMIK ORLOVSKY', {
    countries: ['RU'],
    programme: 'RUSSIA-EO14024',
    // Numbers of ships begin with 5 or more.
    numbers: { imo: ['0074951'], callSign: ['UBXZ9'] },
  }),
]
