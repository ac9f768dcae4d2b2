import { kindOf } from './deviations.ts'
import { fitTogether, type Story, storyText } from './story.ts'

/** Simpler stories than this one: first with fewer deviations, then with a simpler flow, verdict or position. */
export function* simpler(story: Story, flows: readonly string[]): Generator<Story> {
  const { deviations, flow, issuer } = story
  for (const left of deviations) yield { ...story, deviations: deviations.filter((one) => one !== left) }
  const index = flows.indexOf(flow)
  for (const other of index < 0 ? flows.slice(0, 1) : flows.slice(0, index)) yield { ...story, flow: other }
  if (issuer !== 'approved') yield { ...story, issuer: 'approved' }
  for (const late of deviations) {
    if (late.at === 1 || kindOf(late.name).counts === 'once') continue
    const rest = deviations.filter((one) => one !== late)
    const early = { ...late, at: 1 }
    if (rest.every((one) => fitTogether(one, early)))
      yield { ...story, deviations: deviations.map((one) => (one === late ? early : one)) }
  }
}

/** The simplest story that still breaks, as far as leaving something out leads to one. `breaks` plays a story. */
export async function shrink(
  story: Story,
  flows: readonly string[],
  breaks: (story: Story) => Promise<boolean>,
): Promise<Story> {
  const tried = new Set<string>()
  let shortest = story
  for (let found = true; found; ) {
    found = false
    for (const candidate of simpler(shortest, flows)) {
      const text = storyText(candidate)
      if (tried.has(text)) continue
      tried.add(text)
      if (!(await breaks(candidate))) continue
      shortest = candidate
      found = true
      break
    }
  }
  return shortest
}
