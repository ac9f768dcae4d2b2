/** Where v3 begins to count; client libraries take ids for wrong that have fewer than seven digits. */
const first = { charges: 1_000_001, transfers: 5_000_001 } as const

/** The integer by which v3 knows the next charge or transfer, when there are `count` of them. */
export const v3Number = (of: keyof typeof first, count: number): number => first[of] + count
