import { graphql } from '../../gql/guest'

export const GuestApprovals = graphql(`
  query GuestApprovals($statuses: [ApprovalStatus!], $after: String) {
    approvals(filter: { statuses: $statuses }, first: 100, after: $after) {
      nodes {
        ...ApprovalCore
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const GuestApprovalChanged = graphql(`
  subscription GuestApprovalChanged($id: ID!, $after: EventCursor) {
    approvalChanged(id: $id, after: $after) {
      kind
      cursor
      occurredAt
      approval {
        ...ApprovalCore
      }
    }
  }
`)

export const GuestApprove = graphql(`
  mutation GuestApproveAction($input: ApprovalCommandInput!) {
    approveAction(input: $input) {
      ...CommandFields
      approval {
        ...ApprovalCore
      }
    }
  }
`)

export const GuestReject = graphql(`
  mutation GuestRejectAction($input: ApprovalCommandInput!) {
    rejectAction(input: $input) {
      ...CommandFields
      approval {
        ...ApprovalCore
      }
    }
  }
`)

export const GuestCarryOut = graphql(`
  mutation GuestConfirmAction($input: ApprovalCommandInput!) {
    confirmAction(input: $input) {
      ...CommandFields
      approval {
        ...ApprovalCore
      }
      intent {
        id
        version
        status
      }
      result {
        id
      }
    }
  }
`)
