import type { JournalEntry } from '../../domain/kernel/journal.ts'
import { resources } from '../../domain/kernel/resources.ts'
import type { State } from '../../domain/kernel/state.ts'
import type { SubjectRef } from '../../emulator/related.ts'
import { type Member, memberOf, namedBy } from '../../emulator/subjects.ts'
import type { StoryCollection } from '../../emulator/touches.ts'
import { each, type Html, html } from './html.ts'
import type { View } from './view.ts'

/** The pages of the values that have a story. */
const pages = {
  charges: 'charges',
  orders: 'orders',
  refunds: 'refunds',
  transfers: 'transfers',
  customers: 'customers',
  paymentMethods: 'payment-methods',
  settlements: 'settlements',
  chargebacks: 'chargebacks',
  virtualAccounts: 'virtual-accounts',
} as const satisfies Record<StoryCollection, string>

/** The address of the page with the story of a value. */
export const storyPath = (base: string, { collection, id }: SubjectRef): string =>
  `${base}/_emulator/ui/${pages[collection]}/${encodeURIComponent(id)}`

/** A value as a link to its story. */
export const storyLink = ({ base }: Pick<View, 'base'>, { ref }: Member, text = ref.id): Html =>
  html`<a href="${storyPath(base, ref)}"><code>${text}</code></a>`

/** A link to the story of what an id or a reference names, or the name itself. */
export function linked(view: Pick<View, 'base' | 'world'>, name: string): Html {
  const [member] = namedBy(view.world.state, name)
  return member ? storyLink(view, member, name) : html`<code>${name}</code>`
}

/** What a value is called: most have a reference of their own. */
const nameOf = ({ kind, value, ref }: Member): string =>
  (kind.indexes?.includes('reference') && value.reference) || ref.id

/** Values as links, each with what it is. */
export const storyList = (view: Pick<View, 'base'>, members: readonly Member[]): Html =>
  html`<ul class="plain-list">${each(members, (member) => html`<li><span class="unit">${resources[member.ref.collection].name}</span> ${storyLink(view, member, nameOf(member))}</li>`)}</ul>`

/** How many values a request leads to. */
const most = 12

/** The values that a request changed or named: by id in its path, or by the reference in its body. */
export function subjectsOf(state: State, { path, requestBody, touched }: JournalEntry): Member[] {
  const [pathname = '', query = ''] = path.split('?', 2)
  const names = [
    ...(touched ?? []).map(({ id }) => id),
    ...pathname.split('/'),
    ...new URLSearchParams(query).values(),
    ...[...requestBody.matchAll(/"(?:[a-z_]+_id|reference|tx_ref|id)"\s*:\s*"([^"\\]{1,200})"/g)].map(
      ([, name]) => name ?? '',
    ),
  ]
  const members = new Map<string, Member>()
  for (const name of new Set(names))
    if (name !== '' && members.size < most)
      for (const member of namedBy(state, name))
        members.set(`${member.ref.collection} ${member.ref.id}`, member)
  return [...members.values()]
}

/** What an event is about, if the world still has it. */
export const subjectOfEvent = (
  state: State,
  subject: { collection: StoryCollection; value: { id: string | number } } | undefined,
): Member | undefined =>
  subject && memberOf(state, { collection: subject.collection, id: String(subject.value.id) })
