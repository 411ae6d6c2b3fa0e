import { aircraft, entity, person, vessel, type Listed } from './listed.ts'

/**
 * Whom people ask for first when they try a screening. Lists, programmes and numbers are those of the real lists, as far as they are
 * widely known; a real list has more names, and changes. Tornado Cash is missing: OFAC removed it in March 2025.
 */
export const wellKnown: readonly Listed[] = [
  person('putin', 'SEK', 'Vladimir Vladimirovich/PUTIN', {
    script: 'Владимир Владимирович Путин',
    births: ['1952-10-07'],
    countries: ['RU'],
    programme: 'RUSSIA-EO14024',
  }),
  person('lavrov', 'SEK', 'Sergei Viktorovich/LAVROV', {
    script: 'Сергей Викторович Лавров',
    births: ['1950-03-21'],
    countries: ['RU'],
    programme: 'RUSSIA-EO14024',
  }),
  person('lukashenko', 'SEK', 'Alyaksandr Ryhoravich/LUKASHENKA', {
    aka: ['Alexander Grigoryevich/LUKASHENKO'],
    script: 'Александр Григорьевич Лукашенко',
    births: ['1954-08-30'],
    countries: ['BY'],
    programme: 'BELARUS',
  }),
  person('kadyrov', 'SEK', 'Ramzan Akhmatovich/KADYROV', {
    script: 'Рамзан Ахматович Кадыров',
    births: ['1976-10-05'],
    countries: ['RU'],
    programme: 'MAGNIT',
  }),
  person('sechin', 'SEK', 'Igor Ivanovich/SECHIN', { births: ['1960-09-07'], countries: ['RU'], programme: 'UKRAINE-EO13661' }),
  person('abramovich', 'EK', 'Roman Arkadyevich/ABRAMOVICH', {
    script: 'Роман Аркадьевич Абрамович',
    births: ['1966-10-24'],
    countries: ['RU', 'IL', 'PT'],
    programme: 'UKR',
  }),
  person('usmanov', 'SEK', 'Alisher Burhanovich/USMANOV', { births: ['1953-09-09'], countries: ['RU'], programme: 'RUSSIA-EO14024' }),
  person('maduro', 'S', 'Nicolas/MADURO MOROS', { births: ['1962-11-23'], countries: ['VE'], programme: 'VENEZUELA' }),
  person('kim-jong-un', 'S', 'Jong Un/KIM', { births: ['1984-01-08'], countries: ['KP'], programme: 'DPRK2' }),
  person('khamenei', 'S', 'Ali/KHAMENEI', {
    aka: ['Seyyed Ali/HOSSEINI KHAMENEI'],
    births: ['1939'],
    countries: ['IR'],
    programme: 'IRAN-EO13876',
  }),
  person('assad', 'SEK', 'Bashar/AL-ASSAD', { script: 'بشار الأسد', births: ['1965-09-11'], countries: ['SY'], programme: 'SYRIA' }),
  person('hassan-nasrallah', 'S', 'Hasan/NASRALLAH', { births: ['1960-08-31'], countries: ['LB'], programme: 'SDGT' }),
  person('sinwar', 'SEK', 'Yahya/SINWAR', { births: ['1962'], countries: ['PS'], programme: 'SDGT' }),
  person('dawood-ibrahim', 'SENK', 'Dawood/IBRAHIM', {
    aka: ['Dawood/IBRAHIM KASKAR'],
    births: ['1955-12-26'],
    countries: ['IN'],
    programme: 'SDGT',
  }),
  entity('isil', 'SENK', 'AL-QAIDA IN IRAQ', {
    aka: ['ISLAMIC STATE OF IRAQ AND THE LEVANT', 'ISLAMIC STATE OF IRAQ AND SYRIA'],
    weak: ['ISIS', 'DAESH'],
    countries: ['IQ'],
    programme: 'SDGT',
  }),
  entity('hamas', 'SE', 'HAMAS', { aka: ['ISLAMIC RESISTANCE MOVEMENT'], countries: ['PS'], programme: 'SDGT' }),
  entity('taliban', 'S', 'TALIBAN', { countries: ['AF'], programme: 'SDGT' }),
  entity('irgc', 'SEK', 'ISLAMIC REVOLUTIONARY GUARD CORPS', { weak: ['IRGC'], countries: ['IR'], programme: 'IRGC' }),
  entity('wagner', 'SEK', 'PRIVATE MILITARY COMPANY WAGNER', { aka: ['WAGNER GROUP'], countries: ['RU'], programme: 'TCO' }),
  entity('sberbank', 'SEK', 'PUBLIC JOINT STOCK COMPANY SBERBANK OF RUSSIA', {
    aka: ['SBERBANK', 'PJSC SBERBANK'],
    countries: ['RU'],
    programme: 'RUSSIA-EO14024',
    numbers: { bic: ['SABRRUMM'], taxNumber: ['7707083893'], registerNumber: ['1027700132195'] },
  }),
  entity('vtb', 'SEK', 'VTB BANK PUBLIC JOINT STOCK COMPANY', {
    countries: ['RU'],
    programme: 'RUSSIA-EO14024',
    numbers: { bic: ['VTBRRUMM'], taxNumber: ['7702070139'], registerNumber: ['1027739609391'] },
  }),
  entity('gazprombank', 'SK', 'GAZPROMBANK JOINT STOCK COMPANY', {
    countries: ['RU'],
    programme: 'RUSSIA-EO14024',
    numbers: { bic: ['GAZPRUMM'], taxNumber: ['7744001497'], registerNumber: ['1027700167110'] },
  }),
  entity('rosneft', 'SCK', 'ROSNEFT OIL COMPANY', {
    countries: ['RU'],
    programme: 'RUSSIA-EO14024',
    numbers: { taxNumber: ['7706107510'], registerNumber: ['1027700043502'] },
  }),
  entity('lukoil', 'SK', 'PJSC LUKOIL', {
    countries: ['RU'],
    programme: 'RUSSIA-EO14024',
    numbers: { taxNumber: ['7708004767'], registerNumber: ['1027700035769'] },
  }),
  entity('garantex', 'SE', 'GARANTEX EUROPE OU', {
    aka: ['GARANTEX'],
    countries: ['EE', 'RU'],
    programme: 'RUSSIA-EO14024',
    numbers: { registerNumber: ['14850239'] },
    wallets: {
      XBT: ['3Lpoy53K625zVeE47ZasiG5jGkAxJ27kh1', '3E6ZCKRrsdPc35chA9Eftp1h3DLW18NFNV'],
      ETH: ['0x7FF9cFad3877F21d41Da833E2F775dB0569eE3D9'],
    },
  }),
  entity('kwangson', 'SENK', 'KOREA KWANGSON BANKING CORPORATION', {
    countries: ['KP'],
    programme: 'NPWMD',
    numbers: { bic: ['FTBDKPPY'] },
  }),
  vessel('artavil', 'S', 'ARTAVIL', {
    aka: ['ABADAN', 'SHONA'],
    countries: ['IR'],
    programme: 'IRAN',
    numbers: { imo: ['9187629'], mmsi: ['572469210'] },
  }),
  aircraft('ep-gol', 'S', 'EP-GOL', { countries: ['IR'], programme: 'SDGT', numbers: { tail: ['EP-GOL'], serial: ['1013409297'] } }),
]
