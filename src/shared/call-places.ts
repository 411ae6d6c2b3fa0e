/** A place for one call, from before its payment is claimed until its answer is made. */
export interface CallPlace {
  leave(): void
}

/** So many calls may be worked on or wait at once. */
export interface CallPlaces {
  /** Null when all places are taken. */
  enter(): CallPlace | null
}

export function createCallPlaces(maxPlaces: number): CallPlaces {
  let taken = 0
  return {
    enter() {
      if (taken >= maxPlaces) return null
      taken += 1
      let left = false
      return {
        leave() {
          if (left) return
          left = true
          taken -= 1
        },
      }
    },
  }
}
