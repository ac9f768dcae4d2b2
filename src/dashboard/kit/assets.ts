import { must } from '../../domain/kernel/errors.ts'
import { respond } from '../../http/fast/respond.ts'
import again from '../assets/again.browser.js' with { type: 'text' }
import calls from '../assets/calls.browser.js' with { type: 'text' }
import clock from '../assets/clock.browser.js' with { type: 'text' }
import compare from '../assets/compare.css' with { type: 'text' }
import compose from '../assets/compose.browser.js' with { type: 'text' }
import controls from '../assets/controls.css' with { type: 'text' }
import docs from '../assets/docs.css' with { type: 'text' }
import find from '../assets/find.browser.js' with { type: 'text' }
import frame from '../assets/frame.css' with { type: 'text' }
import hold from '../assets/hold.browser.js' with { type: 'text' }
import home from '../assets/home.css' with { type: 'text' }
import live from '../assets/live.browser.js' with { type: 'text' }
import main from '../assets/main.browser.js' with { type: 'text' }
import morph from '../assets/morph.browser.js' with { type: 'text' }
import page from '../assets/page.browser.js' with { type: 'text' }
import palette from '../assets/palette.browser.js' with { type: 'text' }
import payer from '../assets/payer.browser.js' with { type: 'text' }
import payerStyle from '../assets/payer.css' with { type: 'text' }
import roving from '../assets/roving.browser.js' with { type: 'text' }
import run from '../assets/run.browser.js' with { type: 'text' }
import scenarios from '../assets/scenarios.css' with { type: 'text' }
import screens from '../assets/screens.css' with { type: 'text' }
import snapshot from '../assets/snapshot.browser.js' with { type: 'text' }
import story from '../assets/story.css' with { type: 'text' }
import tail from '../assets/tail.browser.js' with { type: 'text' }
import tailStyle from '../assets/tail.css' with { type: 'text' }
import wire from '../assets/wire.browser.js' with { type: 'text' }
import type { PageContext } from './app.ts'

/** The files that pages load, by name: concatenated style sheets, and scripts as ES modules. */
const files: Record<string, string> = {
  'dashboard.css': frame + controls + screens + scenarios + home + tailStyle + story + compare,
  'docs.css': docs,
  'payer.css': payerStyle,
  'again.browser.js': again,
  'calls.browser.js': calls,
  'clock.browser.js': clock,
  'compose.browser.js': compose,
  'find.browser.js': find,
  'hold.browser.js': hold,
  'live.browser.js': live,
  'main.browser.js': main,
  'morph.browser.js': morph,
  'page.browser.js': page,
  'palette.browser.js': palette,
  'payer.browser.js': payer,
  'run.browser.js': run,
  'roving.browser.js': roving,
  'snapshot.browser.js': snapshot,
  'wire.browser.js': wire,
  'tail.browser.js': tail,
}

/** FNV-1a, 32 bits: enough to distinguish the files of two builds. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash.toString(36)
}

let known: string | undefined
/** Part of every file's address, so that browsers can cache them permanently. */
const assetsVersion = (): string => {
  known ??= digest(Object.values(files).join('\n'))
  return known
}

/** The address of a file; `base` is the prefix of the world. Scripts import each other relative to it. */
export const assetUrl = (base: string, name: string): string =>
  `${base}/_emulator/assets/${assetsVersion()}/${name}`

/** Answers with a style sheet or a script. Refuses (404) an unknown name. */
export function assets(c: PageContext): Response {
  const { param } = c.var.view
  const name = param('name')
  const text = Object.hasOwn(files, name) ? files[name] : undefined
  must(text !== undefined, 'not_found', `no file "${name.slice(0, 80)}"`)
  return respond(c, text, {
    status: 200,
    headers: {
      'content-type': name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      // Under an outdated version the content may differ, and must not be cached.
      'cache-control':
        param('version') === assetsVersion() ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `"${assetsVersion()}"`,
      'x-content-type-options': 'nosniff',
    },
  })
}
