import { Refusal } from '../../domain/kernel/errors.ts'
import { about } from '../../emulator/version.ts'
import type { Operation } from '../../http/operation.ts'
import { type OpenApi, openApi } from '../../openapi/document.ts'
import type { PageContext } from '../kit/app.ts'
import { sendRefusal, sendText } from '../kit/page.ts'
import type { View } from '../kit/view.ts'
import { type EndpointGroup, endpointGroups, referenceTitle, webhookSection } from './reference.ts'
import { groupMarkdown, referenceMarkdown, webhooksMarkdown } from './reference-markdown.ts'
import { scenariosMarkdown } from './scenarios-markdown.ts'
import { skillMarkdown } from './skill.ts'
import { testDataMarkdown } from './test-data.ts'

/** A document for programs that read text, such as coding agents. */
interface TextDocument {
  title: string
  about: string
  section: keyof typeof sections
  render(): string
}

/** The sections of llms.txt in their order. A reader in a hurry leaves out "Optional", by the convention of that file. */
const sections = {
  start: 'Start here',
  service: 'The payment service',
  control: 'Control of the emulator',
  optional: 'Optional',
} as const

const isControl = ({ members }: EndpointGroup): boolean =>
  members.some(({ path }) => path.startsWith('/_emulator'))

/** Every document by its name below `/_emulator/docs/`. */
function documents(view: View, document: OpenApi): Map<string, TextDocument> {
  const groups = endpointGroups(document).map((group): [string, TextDocument] => [
    `${group.slug}.md`,
    {
      title: group.name,
      about: group.description,
      section: isControl(group) ? 'control' : 'service',
      render: () => groupMarkdown(group, document, view.origin),
    },
  ])
  return new Map<string, TextDocument>([
    [
      'skill.md',
      {
        title: 'Skill',
        about:
          'How to get a token, choose scenarios, advance time, await a webhook and see what happened, with the commands.',
        section: 'start',
        render: () => skillMarkdown(view.origin),
      },
    ],
    [
      'scenarios.md',
      {
        title: 'Scenarios',
        about: 'Every key of X-Scenario-Key and what it does.',
        section: 'start',
        render: () => scenariosMarkdown(view),
      },
    ],
    [
      'test-data.md',
      {
        title: 'Test data',
        about:
          'Card numbers, e-mail addresses, amounts and accounts that choose a scenario without the header; ready customers and payment methods.',
        section: 'start',
        render: () => testDataMarkdown(view),
      },
    ],
    ...groups,
    [
      'webhooks.md',
      {
        title: webhookSection.title,
        about: webhookSection.text,
        section: 'service',
        render: () => webhooksMarkdown(document),
      },
    ],
    [
      'index.md',
      {
        title: referenceTitle,
        about: 'Every endpoint, webhook and schema in one long document.',
        section: 'optional',
        render: () => referenceMarkdown(document, view.origin),
      },
    ],
  ])
}

const describedBy = ({ origin, emulator }: View, operations: readonly Operation[]): OpenApi =>
  openApi(operations, origin, emulator)

/** Answers with a document of documentation in Markdown. Refuses (404) an unknown name. */
export function markdownDocument(c: PageContext, operations: readonly Operation[]): Response {
  const { view } = c.var
  const name = view.param('name')
  const found = documents(view, describedBy(view, operations)).get(name)
  // As JSON, because only programs ask for Markdown.
  if (found === undefined)
    return sendRefusal(
      c,
      new Refusal('not_found', `no document "${name.slice(0, 80)}"; GET /llms.txt lists all`),
    )
  return sendText(c, found.render(), 'text/markdown')
}

/** Answers with the list of all documents, in the form that coding agents look for (llms.txt). */
export function llmsText(c: PageContext, operations: readonly Operation[]): Response {
  const { view } = c.var
  const document = describedBy(view, operations)
  const address = `${view.origin}/_emulator`
  const links = [
    ...Array.from(documents(view, document), ([name, { title, about, section }]) => ({
      section,
      line: `- [${title}](${address}/docs/${name}): ${about}`,
    })),
    {
      section: 'optional',
      line: `- [OpenAPI](${address}/openapi.json): the same as an OpenAPI ${document.openapi} description.`,
    },
    { section: 'optional', line: `- [Dashboard](${address}): for people, in a browser.` },
  ]
  const text = [
    `# ${document.info.title}`,
    '',
    `> ${about}`,
    '',
    `Base address and auth address of this world: ${view.origin}. ${document.info.description}`,
    '',
    ...Object.entries(sections).flatMap(([id, title]) => [
      `## ${title}`,
      '',
      ...links.filter(({ section }) => section === id).map(({ line }) => line),
      '',
    ]),
  ].join('\n')
  return sendText(c, text, 'text/plain')
}
