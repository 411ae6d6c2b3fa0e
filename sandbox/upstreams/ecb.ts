import { utcDay } from '../../src/shared/clock.ts'
import { fixedAt } from '../../src/sources/ecb.ts'
import { isWeekend, shiftDay } from '../../src/sources/frankfurt-time.ts'
import { usdPerEur } from './figures.ts'
import { retryAfter } from './reply.ts'
import type { Reply, StandIn } from './reply.ts'

const rates: Readonly<Record<string, string>> = {
  USD: usdPerEur.toFixed(4),
  JPY: '172.41',
  CZK: '24.312',
  DKK: '7.4671',
  GBP: '0.87010',
  HUF: '388.15',
  PLN: '4.2415',
  RON: '5.0871',
  SEK: '10.9735',
  CHF: '0.93120',
  ISK: '143.20',
  NOK: '11.6810',
  TRY: '47.9052',
  AUD: '1.7102',
  BRL: '6.0911',
  CAD: '1.5643',
  CNY: '7.9921',
  HKD: '8.7331',
  IDR: '18650.22',
  ILS: '3.7120',
  INR: '99.8120',
  KRW: '1601.44',
  MXN: '20.6120',
  MYR: '4.7215',
  NZD: '1.9310',
  PHP: '65.2110',
  SGD: '1.4475',
  THB: '36.4120',
  ZAR: '19.4510',
}

/** The latest business day whose rates are out. */
function lastFixDay(now: number): string {
  let day = utcDay(now)
  while (isWeekend(day) || fixedAt(day) > now) day = shiftDay(day, -1)
  return day
}

function xml(body: string, status = 200, headers = {}): Reply {
  return { status, contentType: 'text/xml', body, headers }
}

/** https://www.ecb.europa.eu/stats/eurofxref/ */
export const ecb: StandIn = {
  answer({ url, now }) {
    if (url.pathname !== '/eurofxref-daily.xml') return xml('<html><body>Not found</body></html>', 404)
    const rows = Object.entries(rates).map(([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${rate}'/>`)
    return xml(`<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${lastFixDay(now)}'>
${rows.join('\n')}
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>`)
  },
  rateLimited: xml('<html><body>Too many requests</body></html>', 429, retryAfter),
  broken: xml('<html><body>Service unavailable</body></html>', 503),
}
