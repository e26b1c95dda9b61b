import type { CodegenConfig } from '@graphql-codegen/cli'
import { Kind, visit } from 'graphql'
import type { DocumentNode, SelectionSetNode } from 'graphql'

// The kind of everything is asked for, as the cache needs it, but not that of the root: a mutation and a subscription may have one root field.
const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const
const hasTypename = (set: SelectionSetNode) => set.selections.some((selection) => selection.kind === Kind.FIELD && selection.name.value === '__typename')
const askForKinds = {
  transform: <File extends { document?: DocumentNode }>({ documents }: { documents: File[] }): File[] =>
    documents.map((file) => ({
      ...file,
      ...(file.document && {
        document: visit(file.document, {
          SelectionSet: (set, _, parent) =>
            parent && 'kind' in parent && parent.kind !== Kind.OPERATION_DEFINITION && !hasTypename(set) ? { ...set, selections: [typename, ...set.selections] } : undefined,
        }),
      }),
    })),
}

// One output for each part of the dashboard, so that a guest's phone loads no document of the staff's. Every part knows the shared fragments.
const area = (folders: string[]): CodegenConfig['generates'][string] => ({
  preset: 'client',
  documents: [...folders.map((folder) => `src/${folder}/**/*.{ts,tsx}`), '!src/**/*.test.*', 'src/fragments/*.graphql'],
  documentTransforms: [askForKinds],
  presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256', mode: 'embedHashInDocument' } },
  config: {
    useTypeImports: true,
    enumsAsTypes: true,
    strictScalars: true,
    nonOptionalTypename: true,
    dedupeFragments: true,
    scalars: { Date: 'string', DateTime: 'string', Duration: 'string', EventCursor: 'string', IdempotencyKey: 'string', JSON: 'unknown' },
  },
})

const areas: Record<string, string[]> = { shell: ['api', 'commands', 'shell', 'components', 'time'], guest: ['guest'], staff: ['staff'], admin: ['admin'] }
/** `AREA=guest npm run codegen` leaves the documents of the others alone, which may be half written. */
const only = process.env.AREA

const config: CodegenConfig = {
  schema: '../../schema/*.graphqls',
  generates: Object.fromEntries(Object.entries(areas).filter(([name]) => !only || name === only).map(([name, folders]) => [`src/gql/${name}/`, area(folders)])),
}
export default config
