/** Patterns of Hono, Express and Fastify as templates of offers: `/tides/:port` is `/tides/{port}`. @throws TypeError for one that has no such form */
export function templateOf(pattern: string): string {
  const template = pattern
    .replace(/\/+$/, '')
    .replaceAll(/:([A-Za-z_]\w*)/g, '{$1}')
    .replace(/\/\{?\*\w*\}?$/, '/{+path}')
  if (!/^(?:\/(?:[\w.~-]+|\{\+?\w+\}))+$/.test(template))
    throw new TypeError(`the route ${pattern} can't be sold by its pattern: give its route, such as GET /tides/{port}`)
  return template
}

/** `GET /tides/{port}` is `get-tides-port`. */
export function idOf(route: string): string {
  const id = route.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return id.replace(/^-|-$/g, '')
}
