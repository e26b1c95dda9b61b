import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { CommandResult } from '../../commands/CommandResult'
import { useCommand } from '../../commands/useCommand'
import { graphql } from '../../gql/admin'
import type { AdminAreaFragment } from '../../gql/admin/graphql'
import { shellWords } from '../../messages/catalogues'
import { useWords } from '../../messages/words'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'
import { faultsOf, type PlaceValues } from './place'
import { PlaceFields } from './PlaceFields'
import type { Place } from './PlaceTable'

const Create = graphql(`
  mutation AdminCreateResource($input: CreateResourceInput!) {
    createResource(input: $input) {
      ...CommandFields
      resource {
        ...ResourceCore
        combines {
          id
          version
          name
        }
      }
    }
  }
`)

const blank: PlaceValues = {
  name: '',
  kind: 'EXCLUSIVE',
  capacity: 1,
  minParty: 1,
  maxParty: 4,
  areaId: '',
  walkInOnly: false,
  combines: [],
  active: true,
}

/** The form of a new place. After one is there the next can be typed at once, like the one before. */
export function NewPlace({
  venueId,
  areas,
  places,
  close,
  added,
}: {
  venueId: string
  areas: AdminAreaFragment[]
  places: readonly Place[]
  close: () => void
  added: () => void
}) {
  const {
    resources: { form: words },
  } = useAdminWords()
  const shell = useWords(shellWords)
  const [values, setValues] = useState(blank)
  const set = (patch: Partial<PlaceValues>) => setValues((before) => ({ ...before, ...patch }))
  const create = useCommand(Create, { target: `new-place ${venueId}`, about: values.name })
  useSettled(create.state, () => {
    set({ name: '', combines: [] })
    added()
  })
  const { name, kind, capacity, minParty, maxParty, areaId, walkInOnly, combines } = values
  const fault = faultsOf(values)[0]
  const leave = () => {
    if (create.state.phase === 'settled') create.dismiss()
    close()
  }
  return (
    <Modal opened onClose={leave} title={words.titleNew} size="lg" closeButtonProps={{ 'aria-label': shell.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void create.run({
            venueId,
            name: name.trim(),
            kind,
            capacity: kind === 'EXCLUSIVE' ? 1 : capacity,
            minParty,
            maxParty,
            walkInOnly,
            ...(areaId ? { areaId } : {}),
            ...(combines.length ? { combines } : {}),
          })
        }}
      >
        <Stack>
          <PlaceFields
            values={values}
            set={set}
            areas={areas}
            joinable={places.filter((place) => place.active && place.kind === 'EXCLUSIVE' && place.combines.length === 0)}
          />
          <CommandResult of={create} done={(result) => words.done(result.payload?.resource?.name ?? '')} />
          <Group justify="flex-end">
            <Button variant="subtle" color="slate" onClick={leave}>
              {shell.close}
            </Button>
            <Button type="submit" disabled={create.busy || !!fault}>
              {words.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
