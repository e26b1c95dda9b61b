import { graphql } from '../../gql/admin'

export const KeyFields = graphql(`
  fragment AdminKey on ApiKey {
    id
    version
    name
    role
    scopes
    expiresAt
    previousSecretUntil
    lastUsedAt
    revokedAt
    createdAt
    customer {
      ...CustomerCore
    }
    venues {
      id
      version
      name
    }
  }
`)
export const KeysQuery = graphql(`
  query AdminKeys($after: String) {
    apiKeys(first: 100, after: $after) {
      nodes {
        ...AdminKey
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export const IssueKey = graphql(`
  mutation AdminIssueKey($input: IssueApiKeyInput!) {
    issueApiKey(input: $input) {
      ...CommandFields
      apiKey {
        ...AdminKey
      }
      secret
    }
  }
`)
export const RotateKey = graphql(`
  mutation AdminRotateKey($input: RotateApiKeyInput!) {
    rotateApiKey(input: $input) {
      ...CommandFields
      apiKey {
        ...AdminKey
      }
      secret
    }
  }
`)
export const RevokeKey = graphql(`
  mutation AdminRevokeKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      ...CommandFields
      apiKey {
        ...AdminKey
      }
    }
  }
`)

export const MemberFields = graphql(`
  fragment AdminMember on Membership {
    id
    version
    displayName
    role
    issuer
    subject
    email
    lastSignedInAt
    revokedAt
    createdAt
    customer {
      ...CustomerCore
    }
    venues {
      id
      version
      name
    }
  }
`)
export const MembersQuery = graphql(`
  query AdminMembers($after: String) {
    memberships(first: 100, after: $after) {
      nodes {
        ...AdminMember
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export const GrantMembership = graphql(`
  mutation AdminGrantMembership($input: GrantMembershipInput!) {
    grantMembership(input: $input) {
      ...CommandFields
      membership {
        ...AdminMember
      }
    }
  }
`)
export const RevokeMembership = graphql(`
  mutation AdminRevokeMembership($input: RevokeMembershipInput!) {
    revokeMembership(input: $input) {
      ...CommandFields
      membership {
        ...AdminMember
      }
    }
  }
`)
