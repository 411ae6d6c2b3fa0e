/**
 * Weaknesses that sets and tools name by different numbers: a parent or a child of each other in the CWE list. A finding of any
 * member counts as a finding of the others.
 */
const families: readonly (readonly number[])[] = [
  [22, 23, 36, 73, 706],
  [74, 77, 78, 88],
  [79, 80, 83, 116],
  [90],
  [89, 564],
  [94, 95, 96, 913, 1336],
  [113, 93, 644],
  [117, 93],
  [200, 209, 497, 538, 548, 552],
  [215, 489, 11],
  [250, 269],
  [295, 297, 296],
  [312, 313, 315, 359, 532, 922],
  [319, 523],
  [321, 259, 798],
  [310, 326, 327, 329, 1204],
  [326, 327, 328, 916, 759, 760],
  [330, 331, 335, 338, 339],
  [345, 347],
  [345, 346, 942, 1385],
  [470, 829],
  [377, 378, 379],
  [400, 730, 770, 834, 606],
  [400, 1333, 730],
  [502, 20],
  [521, 522, 256],
  [601],
  [611, 776, 827],
  [614, 1004, 1275, 311],
  [643, 91],
  [703, 391, 390, 754, 755],
  [732, 276],
  [915, 1321],
]

/** Whether a finding of the one weakness counts as one of the other. */
export function isSameFamily(one: string, other: string): boolean {
  if (one === other) return true
  const [first, second] = [one, other].map((cwe) => Number(cwe.replace('CWE-', '')))
  return families.some((family) => family.includes(first ?? 0) && family.includes(second ?? 0))
}
