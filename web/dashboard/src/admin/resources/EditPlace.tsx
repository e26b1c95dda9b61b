import { Stack } from '@mantine/core'
import { useCommand } from '../../commands/useCommand'
import { graphql } from '../../gql/admin'
import type { AdminAreaFragment } from '../../gql/admin/graphql'
import { Moved } from '../draft/Moved'
import { SaveBar } from '../draft/SaveBar'
import { useDraft } from '../draft/useDraft'
import { useSettled } from '../frame/useSettled'
import { useAdminWords } from '../words'
import { faultsOf, type PlaceValues } from './place'
import { PlaceFields } from './PlaceFields'
import type { Place } from './PlaceTable'

const Update = graphql(`
  mutation AdminUpdateResource($input: UpdateResourceInput!) {
    updateResource(input: $input) {
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

/** The form of a place that is there. */
export function EditPlace({ place, areas }: { place: Place; areas: AdminAreaFragment[] }) {
  const {
    resources: { form: words },
    frame,
  } = useAdminWords()
  const now: PlaceValues = {
    name: place.name,
    kind: place.kind,
    capacity: place.capacity,
    minParty: place.minParty,
    maxParty: place.maxParty,
    areaId: place.area?.id ?? '',
    walkInOnly: place.walkInOnly,
    combines: place.combines.map((part) => part.id),
    active: place.active,
  }
  const draft = useDraft(now, place.version)
  const update = useCommand(Update, { target: place.id, about: place.name })
  useSettled(update.state, draft.reset)
  const fault = faultsOf(draft.values)[0]
  const save = () => {
    const changed = Object.fromEntries(draft.edited.map((field) => [field, draft.values[field]]))
    void update.run({ resourceId: place.id, ...changed, expectedVersion: draft.expectedVersion }, place)
  }
  const say = (value: PlaceValues[keyof PlaceValues], field: string) =>
    typeof value === 'boolean'
      ? value
        ? frame.yes
        : frame.no
      : field === 'areaId'
        ? (areas.find((area) => area.id === value)?.name ?? frame.none)
        : String(value)
  return (
    <Stack component="form" gap="sm" maw="44rem" onSubmit={(event) => event.preventDefault()}>
      <PlaceFields values={draft.values} set={draft.set} areas={areas} />
      <SaveBar
        draft={draft}
        command={update}
        save={save}
        done={words.saved}
        fault={fault && words.fault[fault]}
        moved={
          <Moved
            draft={draft}
            now={now}
            label={(field) => (field === 'areaId' ? words.area : words[field])}
            say={(field, value) => say(value, field)}
          />
        }
      />
    </Stack>
  )
}
