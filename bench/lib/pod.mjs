import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'

const manifests = parseAllDocuments(
  readFileSync(new URL('../../examples/kubernetes/base/emulators.yaml', import.meta.url), 'utf8'),
).map((one) => one.toJS())
const [container] = manifests.find(({ kind }) => kind === 'StatefulSet').spec.template.spec.containers

/** Node's options in the pods of examples/kubernetes. */
export const podNodeArgs = container.command.filter((word) => word.startsWith('--'))

/** The memory of such a pod. */
export const podMemory = container.resources.limits.memory.replace(/^(\d+)Gi$/, '$1 GB')
