import { cookies } from 'next/headers'

export async function remember(token: string): Promise<void> {
  const store = await cookies()
  store.set('auth-token', token, { httpOnly: true, secure: true })
}
