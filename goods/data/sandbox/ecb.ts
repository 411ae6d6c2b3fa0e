import type { RatesOn } from './data-world.ts'
import { shiftDay, utcDay } from '../../../src/goods/kit/time.ts'
import { fixDays, lastFixDay } from './reference-rates.ts'
import { retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'

function xml(body: string, status = 200, headers = {}): Reply {
  return { status, contentType: 'text/xml', body, headers }
}

function file(days: readonly string[], ratesOn: RatesOn): Reply {
  const cubes = days.map((day) => {
    const rows = Object.entries(ratesOn(day)).map(([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${rate}'/>`)
    return `\t\t<Cube time='${day}'>\n${rows.join('\n')}\n\t\t</Cube>`
  })
  return xml(`<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
${cubes.join('\n')}
\t</Cube>
</gesmes:Envelope>`)
}

/** https://www.ecb.europa.eu/stats/eurofxref/ */
export const ecb = (ratesOn: RatesOn): StandIn => ({
  answer({ url, now }) {
    if (url.pathname === '/eurofxref-daily.xml') return file([lastFixDay(now)], ratesOn)
    if (url.pathname === '/eurofxref-hist-90d.xml') return file(fixDays(shiftDay(utcDay(now), -90), utcDay(now), now), ratesOn)
    return xml('<html><body>Not found</body></html>', 404)
  },
  rateLimited: xml('<html><body>Too many requests</body></html>', 429, retryAfter),
  broken: xml('<html><body>Service unavailable</body></html>', 503),
})
