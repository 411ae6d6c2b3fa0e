/** Reads the lines of a code for a SEPA transfer by the table of EPC069-12. @throws where it is no such code */
export function parseEpc(contents: string) {
  if (Buffer.byteLength(contents) > 331) throw new Error('more than 331 bytes')
  const lines = contents.split('\n')
  const [tag, version, characters, identification, ...fields] = lines
  if (tag !== 'BCD' || version !== '002' || characters !== '1' || identification !== 'SCT') throw new Error('not the head of a SEPA code')
  if (lines.length > 12) throw new Error('more than 12 lines')
  const [bic, name, iban, amount, purpose, reference, text, note] = fields.map((field) => (field === '' ? null : field))
  const euro = amount === null || amount === undefined ? null : (/^EUR(\d{1,9}(?:\.\d{1,2})?)$/.exec(amount)?.[1] ?? 'wrong')
  return {
    bic: bic ?? null,
    name,
    iban,
    amount: euro,
    purpose: purpose ?? null,
    reference: reference ?? null,
    text: text ?? null,
    note: note ?? null,
  }
}
