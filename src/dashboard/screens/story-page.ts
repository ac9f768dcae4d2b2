import * as z from 'zod'
import { must } from '../../domain/kernel/errors.ts'
import { resources } from '../../domain/kernel/resources.ts'
import type { Collections } from '../../domain/kernel/state.ts'
import type { FlowNode } from '../../domain/scenario/flow-nodes.ts'
import { madeBy, type Story, storyOf } from '../../emulator/story.ts'
import { linksOf, type Member, memberOf } from '../../emulator/subjects.ts'
import type { StoryCollection } from '../../emulator/touches.ts'
import { flowPicture } from '../kit/flow-picture.ts'
import { each, type Html, html, none, when } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { empty, visible } from '../kit/parts.ts'
import { type AxisQuery, storyAxis } from '../kit/story-axis.ts'
import { storyList } from '../kit/story-links.ts'
import type { Screen, View } from '../kit/view.ts'
import { eventItem } from './webhooks.ts'

/** What the page of a value shows besides its story. */
export interface StoryContent {
  /** The list that leads to it: the entry of the menu and its label. */
  list: readonly [menu: string, label: string]
  title: string
  heading: Html
  /** Shown beside the heading. */
  aside?: Html
  /** What can be done with it now. */
  acts?: { title: Html; content: Html }
  about: Html
  /** The flow that it takes, and the step in which it waits. */
  flow?: { nodes: readonly FlowNode[]; reached: number | undefined }
  /** As the service returns it. */
  shown: unknown
}

const StoryQuery = z.object({
  from: z
    .string()
    .regex(/^\d{1,6}$/, 'must be the number of an entry, counted from 0')
    .transform(Number)
    .optional(),
})

/** The screen of one kind of value, with its story. */
export const storyScreen = <C extends StoryCollection>(
  path: string,
  collection: C,
  content: (view: View, value: Collections[C]) => StoryContent,
) =>
  screen({
    path,
    query: StoryQuery,
    render: (view, query) => {
      const { world, param } = view
      const id = param('id')
      const member = memberOf(world.state, { collection, id })
      must(
        member,
        'not_found',
        `no ${resources[collection].name} "${id}" in world "${world.name}"; it may belong to another world, or the world was reset`,
        { kind: collection, id },
      )
      return page(view, member, content(view, member.value as Collections[C]), query)
    },
  })

function page(view: View, member: Member, content: StoryContent, query: AxisQuery): Screen {
  const { list, title, heading, aside = none, acts, about, shown, flow } = content
  const [menu, label] = list
  const { id } = member.ref
  const story = storyOf(view.world, id)
  return {
    title,
    menu,
    skip: acts ? { label: 'Skip to the actions', to: 'waits' } : { label: 'Skip to the story', to: 'story' },
    content: html`<div id="head" class="head" data-live><p class="unit"><a href="${view.base}/_emulator/ui/${menu}">${label}</a></p>
<h1>${heading}</h1>
${aside}</div>
<div class="columns">
<div>
${acts ? html`<section class="card" aria-labelledby="waits-title"><div id="waits" data-live><h2 id="waits-title" tabindex="-1">${acts.title}</h2>${acts.content}</div></section>` : none}
<section class="card" aria-labelledby="story-title"><h2 id="story-title">Story</h2>${storyAxis(view, id, story, query)}</section>
</div>
<aside aria-label="About this ${resources[member.ref.collection].name}">
<section class="card"><h2>About</h2><div id="about" data-live>${about}</div></section>
<section class="card"><h2>Belongs together</h2><div id="links" data-live>${links(view, member)}</div></section>
${when(member.kind.hasEvents, () => webhooks(view, story))}
${flow ? html`<section class="card"><h2>Its flow</h2><div id="flow" data-live>${flowPicture(flow.nodes, flow.reached)}</div></section>` : none}
<section class="card"><h2>As returned by the service</h2><pre id="shown" data-live tabindex="0" aria-label="The ${resources[member.ref.collection].name} as JSON">${visible(JSON.stringify(shown, null, 2))}</pre></section>
</aside>
</div>`,
  }
}

/** How many events are listed. */
const shownEvents = 30

/** The events about it, newest first, and their deliveries as they are now. */
const webhooks = (view: View, { events }: Story): Html =>
  html`<section class="card" aria-labelledby="hooks-title"><h2 id="hooks-title">Webhooks</h2><div id="hooks" data-live="webhooks">${
    events.length > 0
      ? html`<ul class="plain-list">${each(events.slice(-shownEvents).reverse(), (event) => eventItem(view, event))}</ul>`
      : empty('No event yet', 'An event is sent when it ends.')
  }</div></section>`

/** The values to which it belongs, and the request that created it. */
function links(view: View, member: Member): Html {
  const members = linksOf(view.world.state, member)
  const request = madeBy(view.world, member.ref.id)
  return html`${members.length > 0 ? storyList(view, members) : html`<p class="unit">Nothing else.</p>`}${when(request, () => html`<p class="made">Created by <a href="${view.base}/_emulator/ui/requests/${String(request)}">request ${String(request)}</a></p>`)}`
}
