const variable = /\$\{(UPSTREAM_SECRET_[A-Z0-9_]+)\}/g

/** The names of the secrets in a text. */
export function secretsIn(text: string): string[] {
  return [...text.matchAll(variable)].map(([, name]) => name as string)
}

/** The text with the secrets in their places. @throws where one is not given, which the check of the file has found before */
export function fillSecrets(text: string, secretOf: (name: string) => string | null): string {
  return text.replaceAll(variable, (_, name: string) => {
    const secret = secretOf(name)
    if (secret === null) throw new Error(`${name} is not set`)
    return secret
  })
}
