import { useSearchParams } from 'react-router-dom'

export function Profile() {
  const [params] = useSearchParams()
  const about = params.get('about') ?? ''
  return <section dangerouslySetInnerHTML={{ __html: about }} />
}
