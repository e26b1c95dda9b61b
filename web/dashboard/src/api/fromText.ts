import { gql } from '@urql/core'

/** A document out of its text, with the hash by which the server may know it. */
export const fromText = (text: string, hash?: string) => Object.assign(gql(text), hash ? { __meta__: { hash } } : {})
