import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { toVocabulary, VocabularyDocument } from '../../src/domain/fixtures/vocabulary-document.ts'

/** A file with a made-up vocabulary. */
export const vocabularyFile = 'test/support/vocabulary.yaml'

const { vocabulary } = parse(readFileSync(vocabularyFile, 'utf8')) as { vocabulary: unknown }

/** Its content. */
export const madeUp = toVocabulary(VocabularyDocument.parse(vocabulary))
