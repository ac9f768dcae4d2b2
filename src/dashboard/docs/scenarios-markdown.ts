import type { View } from '../kit/view.ts'
import { catalogueGroups } from '../screens/catalogue.ts'
import { code, markdownTable } from './markdown.ts'

/** The scenario catalogue of a world as Markdown. */
export const scenariosMarkdown = ({ world, emulator: { words } }: View): string =>
  [
    '# Scenarios',
    '',
    'Keys for the header `X-Scenario-Key` of a request, for `POST /_emulator/rules`, and for the commands `next` and `charges create`. Keys are joined with `&`; two that set the same thing are refused. `GET /_emulator/scenarios/explain?key=` says what a key does, step by step.',
    '',
    ...catalogueGroups(world.catalogue).flatMap(({ title, members }) => [
      `## ${title}`,
      '',
      ...markdownTable(
        ['Key', 'What it does', 'Payment methods'],
        members.map(({ key, title, paymentMethods = [] }) => [
          code(key),
          title,
          paymentMethods.map((type) => words.type(type)).join(', '),
        ]),
      ),
      '',
    ]),
  ].join('\n')
