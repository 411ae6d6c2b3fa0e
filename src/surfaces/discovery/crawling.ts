import type { ServiceFacts } from './service-facts.ts'

/** `/robots.txt`: crawlers may read everything, and what they read may answer questions. */
export function robotsTxt({ publicUrl }: ServiceFacts): string {
  return `User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

/** `/sitemap.xml`: the pages for people and models. */
export function sitemap({ publicUrl, offers, legal }: ServiceFacts): string {
  const pages = [
    '/',
    '/reference',
    '/llms.txt',
    '/llms-full.txt',
    '/openapi.json',
    '/examples',
    ...offers.flatMap(({ id }) => [`/offers/${id}`, `/examples/${id}`]),
  ]
  const addresses = [...pages.map((path) => publicUrl + path), ...Object.values(legal ?? {})]
  const urls = addresses.map((address) => `  <url><loc>${escapeXml(address)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;')
}
