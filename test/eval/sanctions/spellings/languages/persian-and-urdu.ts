import { allOf, otherSpellings, rewriting, type Rule } from '../rules.ts'
import { muslim } from './arabic.ts'

const names = otherSpellings(
  'usual spellings of Persian names',
  `mehdi mahdi mehdee
  reza rida riza
  hossein husain hussein hosein
  mohsen muhsin mohsin
  morteza murtaza mortaza
  mojtaba mujtaba
  ghasem qasem qassem ghassem kassem
  ghorban qorban
  gholam ghulam qolam
  javad jawad djavad
  davoud davood dawood daoud
  mahmoud mahmood mahmud
  masoud massoud masud masood
  saeed said saeid
  seyed sayyid seyyed sayed syed
  soleimani soleymani sulaimani suleimani
  naser nasser nasir
  behrouz behruz behrooz
  akhund akhond akhoond akhand
  mullah mulla mollah
  haqqani haqani hakkani haghani
  wali vali
  nur noor nour
  gul gol
  jan djan
  shah shaah
  mohammadi muhammadi mohamadi
  rahmatullah rahmat_ullah rehmatullah
  hafiz hafez
  haji hajji hajj
  zahir zaher
  qari qaree ghari
  agha aqa aga
  khan khaan`,
)

/** Persian, Dari, Pashto. */
const letters: readonly Rule[] = [
  rewriting('q as gh', [/q/gu, 'gh']),
  rewriting('gh as q', [/gh/gu, 'q']),
  rewriting('v as w', [/v/gu, 'w']),
  rewriting('w as v', [/(?<![ao])w/gu, 'v']),
  rewriting('ou, oo, u', [/ou/gu, 'oo']),
  rewriting('ou, oo, u', [/ou|oo/gu, 'u']),
  rewriting('ou, oo, u', [/oo/gu, 'ou']),
  rewriting('ey as ei', [/ey(?=[^aeiou\s-])/gu, 'ei']),
  rewriting('ei as ey', [/ei/gu, 'ey']),
  rewriting('-zadeh', [/zadeh?\b/gu, 'zada'], [/(?<=\p{L})zada\b/gu, ' zada']),
  rewriting('-zadeh', [/(?<=\p{L})[- ]?zad(?:eh|ah|a)\b/gu, '-zadeh']),
  rewriting('-pour', [/pour\b/gu, 'pur']),
  rewriting('final i as y or ee', [/(?<=\p{L}{3})i\b/gu, 'y']),
  rewriting('final i as y or ee', [/(?<=\p{L}{3})i\b/gu, 'ee']),
  rewriting('ullah split', [/(?<=\p{L}{3})[iu]llah\b/gu, ' ullah']),
  rewriting('ullah joined', [/(?<=\p{L}{3}) ul[- ]?lah\b/gu, 'ullah']),
  rewriting('-ur-, -ul- joined', [/[- ](u[lr])[- ](?=\p{L}{3})/gu, '$1']),
  rewriting('-ur-, -ul- split', [/[- ]?(?<=\babd|[- ])u([lr])[- ](?=\p{L}{3})/gu, ' al-']),
  rewriting('doubled letters written once', [/([bdfhjkmnrstwyz])\1/gu, '$1']),
]

export const persian = allOf(muslim, names, ...letters)

/** Urdu and other languages of Pakistan and Bangladesh. */
export const urdu = allOf(
  muslim,
  names,
  rewriting('ee for i', [/(?<=[^aeiou])i(?=[^aeiou\s]\b)/gu, 'ee']),
  rewriting('ee as i', [/ee/gu, 'i']),
  rewriting('oo for u', [/(?<=[^aeiou\s])u(?=[^aeiou\s]\b)/gu, 'oo']),
  rewriting('oo as u', [/oo/gu, 'u']),
  rewriting('q as k', [/q/gu, 'k']),
  rewriting('ch as chh, au as o', [/chau(?=dh?)/gu, 'cho'], [/dhry/gu, 'dhary']),
  rewriting('final i as y or ee', [/(?<=\p{L}{3})i\b/gu, 'ee']),
  rewriting('doubled letters written once', [/([bdfhjkmnrstwyz])\1/gu, '$1']),
)
