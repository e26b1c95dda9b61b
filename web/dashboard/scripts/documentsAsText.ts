import { parse, print, stripIgnoredCharacters, type DocumentNode } from 'graphql'
import type { Plugin } from 'vite'

// The generator writes documents as syntax trees, ten times as long as their text. A phone shall not load and read half a megabyte of them: they
// travel as text, and are parsed where they are used, by the parser that the client has anyway.

const generated = /\/src\/gql\/\w+\/graphql\.ts$/
const tree = /^export const (\w+) = (\{.*\}) as unknown as DocumentNode<.*>;$/gm

export const documentsAsText = (): Plugin => ({
  name: 'documents-as-text',
  enforce: 'pre',
  transform(code, id) {
    if (!generated.test(id.split('?')[0]!)) return null
    let found = 0
    const text = code.replace(tree, (_, name: string, json: string) => {
      found++
      const { __meta__: meta, ...document } = JSON.parse(json) as DocumentNode & { __meta__?: { hash: string } }
      const short = stripIgnoredCharacters(print(document))
      parse(short)
      return `export const ${name} = /*#__PURE__*/ fromText(${JSON.stringify(short)}${meta ? `, ${JSON.stringify(meta.hash)}` : ''});`
    })
    if (found === 0) throw new Error(`${id}: no document found; has the generator changed what it writes?`)
    return { code: `import { fromText } from '/src/api/fromText';\n${text}`, map: null }
  },
})
