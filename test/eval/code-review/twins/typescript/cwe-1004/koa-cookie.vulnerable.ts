import type { Context } from 'koa'

export function signIn(ctx: Context, token: string): void {
  ctx.cookies.set('access_token', token, { secure: true, httpOnly: false })
  ctx.status = 204
}
