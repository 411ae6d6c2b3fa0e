import { byAge, readJson, z } from '../../../../src/goods/door.ts'
import type { FillableFeed, Source, SourceTools, UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyChanges } from '../company-event.ts'
import { refuseBurstPage } from './ares-burst-page.ts'
import { eventList, ofChangesKey } from './event-list.ts'
import { day } from './record-fields.ts'
import { changeFeed } from './register-adapter.ts'

const api = '/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty-notifikace'
/** The public register, where companies are. */
const register = 'vr'
const hourMs = 3_600_000
/** Batches that are read at the same time. */
const atOnce = 4

const batches = z.object({
  notifikacniDavky: z.array(z.object({ cisloDavky: z.int().nonnegative(), datumUvolneniDavky: day })).max(1_000),
})
type Batch = z.output<typeof batches>['notifikacniDavky'][number]
const notified = z.object({
  seznamNotifikaci: z.array(z.object({ icoId: z.string().max(20), typZmeny: z.string().max(10) })).max(200_000),
})

const summaries: Readonly<Record<string, string>> = {
  INS: 'The company was entered in the public register',
  UPD: 'The entry in the public register changed',
  DEL: 'The entry was deleted from the public register',
}

/**
 * Changes by company. ARES publishes them as batches, one a day, each with the numbers of all companies that changed, and keeps
 * them for about 30 days. A batch never changes, so it is read once for all companies.
 */
export function aresChangeFeed(source: Source, parts: Pick<SourceTools, 'limits'>): FillableFeed<CompanyChanges | null> {
  const listPath = `${api}/vyhledat`
  const batchPath = (number: string) => `${api}/datovy-zdroj/${register}/cislo-davky/${number}`
  const accept = [403]
  const list = source.feed<readonly Batch[]>({
    name: 'batches',
    size: 1,
    freshness: byAge({ refreshMs: hourMs, freshMs: hourMs, staleMs: 24 * hourMs }),
    asOf: () => null,
    address: () => listPath,
    load: (_, signal) =>
      source.ask(
        {
          path: listPath,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ datovyZdroj: register }),
          alsoAccept: accept,
          read: (answer) => readAccepted(answer, batches).notifikacniDavky,
        },
        signal,
      ),
  })
  const batch = source.feed<ReadonlyMap<string, string>>({
    name: 'batch',
    size: 80,
    freshness: byAge({ refreshMs: 960 * hourMs, freshMs: 960 * hourMs, staleMs: 960 * hourMs }),
    asOf: () => null,
    address: batchPath,
    load: (number, signal) =>
      source.ask(
        {
          path: batchPath(number),
          alsoAccept: accept,
          maxBytes: 4_000_000,
          read: (answer) =>
            new Map(readAccepted(answer, notified).seznamNotifikaci.map(({ icoId, typZmeny }) => [icoId.replace('ARES_', ''), typZmeny])),
        },
        signal,
      ),
  })
  return changeFeed(source, {
    address: () => listPath,
    // The first look at a company since long ago reads a batch for each day.
    budgetMs: parts.limits.budgetMs * 10,
    load: async (key, signal) => {
      const { number, since } = ofChangesKey(key)
      const { value: all } = await list.get('', { signal })
      const released = all.flatMap((one) => (one.datumUvolneniDavky === null ? [] : [{ id: one.cisloDavky, day: one.datumUvolneniDavky }]))
      const oldest = released.reduce((first, one) => (one.day < first ? one.day : first), '9999-12-31')
      const wanted = released.filter((one) => one.day >= since)
      const found: { readonly id: number; readonly day: string; readonly change: string }[] = []
      for (let first = 0; first < wanted.length; first += atOnce) {
        const some = wanted.slice(first, first + atOnce)
        const read = await Promise.all(some.map(({ id }) => batch.get(String(id), { signal })))
        for (const [index, { value }] of read.entries()) {
          const change = value.get(number)
          const one = some[index]
          if (change !== undefined && one) found.push({ ...one, change })
        }
      }
      const truncated = released.length > 0 && since < oldest ? { from: oldest, reason: 'ARES keeps changes for about 30 days' } : null
      return eventList(
        source.terms.id,
        found.map((one) => eventOf(number, one)),
        truncated,
      )
    },
  })
}

function readAccepted<S extends z.ZodType>(answer: UpstreamResponse, schema: S): z.output<S> {
  refuseBurstPage(answer)
  return readJson(answer, schema)
}

function eventOf(ico: string, { id, day: published, change }: { readonly id: number; readonly day: string; readonly change: string }) {
  const type = change === 'UPD' ? ('other' as const) : ('status' as const)
  return {
    key: `${register} ${id} ${ico}`,
    type,
    date: null,
    published,
    summary: summaries[change] ?? 'The entry in the public register changed',
    url: `https://ares.gov.cz/ekonomicke-subjekty?ico=${ico}`,
  }
}
