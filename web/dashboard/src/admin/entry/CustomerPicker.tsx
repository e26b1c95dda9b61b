import { Combobox, InputBase, Loader, Text, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { useAllPages } from '../../api/useAllPages'
import { graphql } from '../../gql/admin'
import { useAdminWords } from '../words'
import { matching, type Found } from './matching'

export interface Person {
  id: string
  name: string
}

const Booked = graphql(`
  query AdminBookedCustomers($venueId: ID!, $search: String!) {
    reservations(venueId: $venueId, filter: { search: $search }, first: 30) {
      nodes {
        id
        version
        customer {
          ...CustomerCore
        }
      }
    }
  }
`)
const Waiting = graphql(`
  query AdminWaitingCustomers($venueId: ID!, $after: String) {
    waitlistEntries(venueId: $venueId, filter: { statuses: [WAITING, OFFERED] }, first: 100, after: $after) {
      nodes {
        id
        version
        customer {
          ...CustomerCore
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

interface Props {
  label: string
  venueId: string
  value: Person | null
  onChange: (person: Person | null) => void
  /** It was asked for just now: begin to type at once. */
  takeFocus?: boolean
  required?: boolean
  error?: string
}

/** Finds a customer among those who have booked at the venue or wait there. */
export function CustomerPicker({ label, venueId, value, onChange, takeFocus = false, required = false, error }: Props) {
  const { customer: words } = useAdminWords().frame
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takeFocus) input.current?.focus()
  }, [takeFocus])
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const ready = search.length >= 2
  const [booked] = useQuery({ query: Booked, variables: { venueId, search }, pause: !ready, requestPolicy: 'network-only' })
  const [reading, , waiting] = useAllPages({ query: Waiting, variables: { venueId }, pause: !ready }, (data) => data.waitlistEntries)
  const people = useMemo(() => {
    if (!ready) return []
    const byId = new Map<string, Found>()
    for (const { customer } of booked.data?.reservations.nodes ?? []) byId.set(customer.id, customer)
    for (const customer of matching(
      search,
      waiting.map((entry) => entry.customer),
    ))
      byId.set(customer.id, customer)
    return [...byId.values()].slice(0, 12)
  }, [ready, search, booked.data, waiting])
  const busy = ready && (booked.fetching || reading.fetching || search !== typed.trim())
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const found = people.find((person) => person.id === id)
        if (found) onChange({ id: found.id, name: found.name })
        setTyped('')
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <InputBase
          label={label}
          description={words.help}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="xs"
          maw="24rem"
          required={required}
          error={error}
          ref={input}
          autoComplete="off"
          spellCheck={false}
          placeholder={words.placeholder}
          value={typed || (value && !combobox.dropdownOpened ? value.name : typed)}
          rightSection={busy ? <Loader size={14} /> : null}
          rightSectionPointerEvents="none"
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            if (value) onChange(null)
            combobox.openDropdown()
          }}
          onFocus={() => typed && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!typed}>
        {people.length === 0 ? (
          <Combobox.Empty>{typed.trim().length < 2 ? words.typeMore : busy ? words.searching : words.nobody}</Combobox.Empty>
        ) : (
          <Combobox.Options aria-label={label}>
            {people.map((person) => (
              <Combobox.Option key={person.id} value={person.id}>
                <Text size="sm">{person.name}</Text>
                <Text size="xs" c="dimmed">
                  {[person.email, person.phone].filter(Boolean).join(' · ')}
                </Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
