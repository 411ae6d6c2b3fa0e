import type { Area } from './countries.ts'

export type Frequency = 'on change' | 'daily' | 'monthly' | 'quarterly' | 'annual'

/** One series of one source. */
export interface SeriesRef {
  readonly source: 'ecb-data' | 'eurostat' | 'world-bank' | 'fred'
  /** The key of the series in the source's feed. */
  readonly key: string
  readonly frequency: Frequency
  /** What exactly it measures, because this differs between sources. */
  readonly definition: string
}

export interface Indicator {
  readonly id: string
  readonly title: string
  readonly unit: string
  /** In words, for the catalog. */
  readonly coverage: string
  /**
   * The series for an area, in the order in which they are asked: the most frequent first, because its figures are the freshest.
   * Empty where no source has one.
   */
  series(area: Area): readonly SeriesRef[]
}

function ecb(key: string, frequency: Frequency, definition: string): SeriesRef {
  return { source: 'ecb-data', key, frequency, definition }
}

/** Eurostat writes EL for Greece, and the euro area by the number of its members. */
function eurostat(area: Area, key: string, frequency: Frequency, definition: string): SeriesRef {
  const geo = { GR: 'EL', EA: 'EA21', EU: 'EU27_2020' }[area.code] ?? area.code
  return { source: 'eurostat', key: `${key}&geo=${geo}`, frequency, definition }
}

function worldBank(area: Area, indicator: string, definition: string): SeriesRef {
  const country = { EA: 'EMU', EU: 'EUU' }[area.code] ?? area.code
  return { source: 'world-bank', key: `${country}/${indicator}`, frequency: 'annual', definition }
}

function fred(key: string, frequency: Frequency, definition: string): SeriesRef {
  return { source: 'fred', key, frequency, definition }
}

/** The code of an area in the ECB's series. */
const ecbArea = (area: Area) => (area.code === 'EA' ? 'U2' : area.code)

/** A rate of the ECB, by its instrument there and its id at FRED. */
function ecbRate({ inEuroArea }: Area, what: string, instrument: string, atFred: string): SeriesRef[] {
  const definition = `${what}, by the day from which it is valid`
  return inEuroArea ? [ecb(`FM/B.U2.EUR.4F.KR.${instrument}.LEV`, 'on change', definition), fred(atFred, 'on change', definition)] : []
}

/** Consumer prices by month. */
function harmonisedPrices(area: Area): SeriesRef[] {
  const definition = 'Harmonised index of consumer prices, all items, annual rate of change'
  return [
    ...(area.inEuroArea || (area.isCountry && area.inUnion)
      ? [ecb(`HICP/M.${ecbArea(area)}.N.000000.4D0.ANR`, 'monthly', definition)]
      : []),
    ...(area.inUnion ? [eurostat(area, 'prc_hicp_minr?freq=M&unit=RCH_A&coicop18=TOTAL', 'monthly', definition)] : []),
  ]
}

function quarterlyGrowth(area: Area): SeriesRef[] {
  const definition = 'Seasonally and calendar adjusted, against the same quarter a year before'
  return [
    ...(area.inUnion ? [eurostat(area, 'namq_10_gdp?freq=Q&unit=CLV_PCH_SM&s_adj=SCA&na_item=B1GQ', 'quarterly', definition)] : []),
    ...(area.inEuroArea && area.isCountry ? [ecb(`MNA/Q.Y.${area.code}.W2.S1.S1.B.B1GQ._Z._Z._Z.EUR.LR.GY`, 'quarterly', definition)] : []),
  ]
}

function governmentDebt(area: Area): SeriesRef[] {
  const definition = 'Consolidated gross debt of general government (Maastricht)'
  return [
    eurostat(area, 'gov_10q_ggdebt?freq=Q&unit=PC_GDP&sector=S13&na_item=GD', 'quarterly', definition),
    eurostat(area, 'gov_10dd_edpt1?freq=A&unit=PC_GDP&sector=S13&na_item=GD', 'annual', definition),
  ]
}

/** All indicators of the macro dataset, in the order of the catalog. */
export const indicators: readonly Indicator[] = [
  {
    id: 'key-rate',
    title: 'Key rate of the central bank',
    unit: 'per cent a year',
    coverage: 'the euro area and its countries; the United States where FRED is on',
    // The ECB steers its policy by the deposit facility rate.
    series: (area) =>
      area.code === 'US'
        ? [fred('DFEDTARU', 'on change', 'Upper limit of the target range of the federal funds rate, by the day from which it is valid')]
        : ecbRate(area, 'ECB deposit facility rate', 'DFR', 'ECBDFR'),
  },
  {
    id: 'refinancing-rate',
    title: 'ECB rate of the main refinancing operations',
    unit: 'per cent a year',
    coverage: 'the euro area and its countries',
    series: (area) => ecbRate(area, 'ECB rate of the main refinancing operations', 'MRR_FR', 'ECBMRRFR'),
  },
  {
    id: 'deposit-rate',
    title: 'ECB deposit facility rate',
    unit: 'per cent a year',
    coverage: 'the euro area and its countries',
    series: (area) => ecbRate(area, 'ECB deposit facility rate', 'DFR', 'ECBDFR'),
  },
  {
    id: 'lending-rate',
    title: 'ECB marginal lending facility rate',
    unit: 'per cent a year',
    coverage: 'the euro area and its countries',
    series: (area) => ecbRate(area, 'ECB marginal lending facility rate', 'MLFR', 'ECBMLFR'),
  },
  {
    id: 'overnight-rate',
    title: 'Euro short-term rate',
    unit: 'per cent a year',
    coverage: 'the euro area and its countries',
    series: ({ inEuroArea }) =>
      inEuroArea
        ? [
            ecb('EST/B.EU000A2X2A25.WT', 'daily', 'Volume-weighted trimmed mean (€STR)'),
            fred('ECBESTRVOLWGTTRMDMNRT', 'daily', 'Volume-weighted trimmed mean (€STR)'),
          ]
        : [],
  },
  {
    id: 'long-rate',
    title: 'Yield of ten-year government bonds',
    unit: 'per cent a year',
    coverage: 'the European Union and the euro area',
    series: (area) => [
      ...(area.inEuroArea
        ? [ecb(`IRS/M.${ecbArea(area)}.L.L40.CI.0000.EUR.N.Z`, 'monthly', 'Long-term rate for convergence purposes')]
        : []),
      ...(area.inUnion ? [eurostat(area, 'irt_lt_mcby_m?freq=M&int_rt=MCBY', 'monthly', 'EMU convergence criterion yield')] : []),
    ],
  },
  {
    id: 'hicp',
    title: 'Inflation, harmonised index of consumer prices',
    unit: 'per cent against the same month a year before',
    coverage: 'the European Union and the euro area',
    series: harmonisedPrices,
  },
  {
    id: 'inflation',
    title: 'Inflation, consumer prices',
    unit: 'per cent against the same period a year before',
    coverage: 'all countries; monthly in the European Union, annual elsewhere',
    series: (area) => [
      ...harmonisedPrices(area),
      worldBank(area, 'FP.CPI.TOTL.ZG', 'National consumer prices, change of the mean of the year'),
    ],
  },
  {
    id: 'unemployment',
    title: 'Unemployment rate',
    unit: 'per cent of the labour force',
    coverage: 'all countries; monthly in the European Union, annual elsewhere',
    series: (area) =>
      area.inUnion
        ? [
            eurostat(
              area,
              'une_rt_m?freq=M&s_adj=SA&age=TOTAL&sex=T&unit=PC_ACT',
              'monthly',
              'Seasonally adjusted, both sexes, 15 to 74 years',
            ),
            ...(area.isCountry
              ? [ecb(`LFSI/M.${area.code}.S.UNEHRT.TOTAL0.15_74.T`, 'monthly', 'Seasonally adjusted, both sexes, 15 to 74 years')]
              : []),
          ]
        : [worldBank(area, 'SL.UEM.TOTL.ZS', 'Modelled by the International Labour Organization')],
  },
  {
    id: 'gdp-growth',
    title: 'Growth of the gross domestic product in a year',
    unit: 'per cent against the same period a year before, in constant prices',
    coverage: 'all countries; quarterly in the European Union, annual elsewhere',
    series: (area) => [
      ...quarterlyGrowth(area),
      ...(area.inUnion ? [eurostat(area, 'nama_10_gdp?freq=A&unit=CLV_PCH_PRE&na_item=B1GQ', 'annual', 'Chain-linked volumes')] : []),
      worldBank(area, 'NY.GDP.MKTP.KD.ZG', 'Constant local currency'),
    ],
  },
  {
    id: 'gdp-growth-quarterly',
    title: 'Growth of the gross domestic product by quarter',
    unit: 'per cent against the same quarter a year before, in constant prices',
    coverage: 'the European Union and the euro area',
    series: quarterlyGrowth,
  },
  {
    id: 'gdp',
    title: 'Gross domestic product',
    unit: 'current US dollars',
    coverage: 'all countries',
    series: (area) => [worldBank(area, 'NY.GDP.MKTP.CD', 'Market prices')],
  },
  {
    id: 'debt',
    title: 'Public debt',
    unit: 'per cent of the gross domestic product',
    coverage: 'all countries; general government by quarter in the European Union, central government by year elsewhere',
    series: (area) => (area.inUnion ? governmentDebt(area) : [worldBank(area, 'GC.DOD.TOTL.GD.ZS', 'Debt of central government')]),
  },
  {
    id: 'budget-balance',
    title: 'Public surplus or deficit',
    unit: 'per cent of the gross domestic product; negative is a deficit',
    coverage: 'the European Union and the euro area',
    series: (area) =>
      area.inUnion
        ? [
            eurostat(
              area,
              'gov_10dd_edpt1?freq=A&unit=PC_GDP&sector=S13&na_item=B9',
              'annual',
              'Net lending or borrowing of general government',
            ),
          ]
        : [],
  },
  {
    id: 'population',
    title: 'Population',
    unit: 'people',
    coverage: 'all countries',
    series: (area) => [worldBank(area, 'SP.POP.TOTL', 'Midyear estimate')],
  },
]

export function indicatorOf(id: string): Indicator | null {
  return indicators.find((one) => one.id === id) ?? null
}
