import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { distancesFrom, readImporters } from './import-graph.ts'

/** Tests that a change touches. */
export interface TouchedTests {
  /** Those close to the change, the closest first: of every tier if they changed themselves, else of the fast one. */
  readonly near: readonly string[]
  /** How many tests of the fast tier the change reaches besides, through more imports. */
  readonly far: number
}

/** Imports from a test to what changed: the module that it tests, and what that one imports. */
const maxDistance = 2
/** Tests of the closest kind always run. Of the others no more than fill the time that a developer waits for. */
const maxTests = 24

const isTest = (file: string) => file.endsWith('.test.ts')
const isFast = (file: string) => isTest(file) && !/\.(full|slow|outside)\.test\.ts$/.test(file)

/** @param changed paths from the root of the project */
export function touchedTests(root: string, changed: readonly string[]): TouchedTests {
  const distances = new Map(distancesFrom(changed, readImporters(root)))
  for (const test of testsThatName(
    root,
    changed.filter((file) => !file.endsWith('.ts')),
  ))
    distances.set(test, 1)
  const tests = [...distances].filter(([file, distance]) => (distance === 0 ? isTest(file) : isFast(file)))
  const sorted = tests.toSorted(([one, near], [other, far]) => near - far || one.localeCompare(other))
  const near = sorted.filter(([, distance], index) => distance <= 1 || (distance <= maxDistance && index < maxTests))
  return { near: near.map(([file]) => file), far: tests.length - near.length }
}

/** Tests that read a file that no code imports, such as a page of the docs: they have its name in their text. */
function testsThatName(root: string, files: readonly string[]): string[] {
  if (files.length === 0) return []
  const names = files.map((file) => basename(file))
  return globSync('{src,goods,sandbox,test}/**/*.test.ts', { cwd: root })
    .filter(isFast)
    .filter((test) => {
      const text = readFileSync(join(root, test), 'utf8')
      return names.some((name) => text.includes(name))
    })
}
