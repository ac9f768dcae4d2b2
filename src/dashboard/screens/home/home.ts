import { Hono } from 'hono'
import * as z from 'zod'
import type { Emulator } from '../../../emulator/emulator.ts'
import { admit, basePath, type PageEnv } from '../../kit/app.ts'
import { each, html, when } from '../../kit/html.ts'
import { screen } from '../../kit/page.ts'
import { connection } from './connect.ts'
import { ruleSection, tokenSection, webhookSection } from './in-force.ts'
import { nowSection } from './now.ts'
import { recipeList } from './recipes.ts'
import { reportSection } from './report.ts'

const overview = screen({
  path: '/_emulator',
  query: z.object({}),
  render: (view) => {
    const problems = view.emulator.scenarioProblems
    return {
      title: 'Overview',
      menu: 'overview',
      skip: { label: 'Skip to the recipes', to: 'recipes-title' },
      content: html`<div class="head"><h1>Overview of <bdi>${view.world.name}</bdi></h1></div>
<div id="problems" data-live>${when(problems.length > 0, () => html`<section class="notice bad"><h2>The scenario files have errors; the last valid version is in use</h2><ul class="plain-list">${each(problems, (problem) => html`<li><code class="wrap">${problem}</code></li>`)}</ul></section>`)}</div>
<div class="columns home"><div>
${nowSection(view)}
${webhookSection(view)}
${when(!view.isRefresh, () => recipeList(view))}
${reportSection(view)}
</div>
<aside aria-label="To connect, and what is in force">
${when(!view.isRefresh, () => connection(view))}
${tokenSection(view)}
${ruleSection(view)}
</aside></div>`,
    }
  },
})

/** What the composer's address was before it had one of its own. */
const composerFields = ['key', 'q', 'pm', 'amount', 'currency'] as const

/** The first page: how to connect, what goes on in the world, and where to begin. */
export const homeScreen = (emulator: Emulator): Hono<PageEnv> =>
  new Hono<PageEnv>()
    .get('/_emulator', admit(emulator, 'control'), async (c, next) => {
      const { search, searchParams } = new URL(c.req.url)
      if (!composerFields.some((name) => searchParams.has(name))) return next()
      return c.redirect(`${basePath(c)}/_emulator/ui/scenarios${search}`)
    })
    .route('/', overview(emulator))
