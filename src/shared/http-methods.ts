/** The methods that routes have, in the order of documents. HEAD has the route of GET. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

/** Whether calls by this method have a body. */
export function takesBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}
