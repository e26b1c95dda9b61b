import { Badge, Button, Group, Switch } from '@mantine/core'
import { useState } from 'react'
import type { AdminPlacesQuery } from '../../gql/admin/graphql'
import { enumWords } from '../../messages/catalogues'
import { useLanguage } from '../../messages/language'
import { number, useWords } from '../../messages/words'
import { ActsHead, Sheet } from '../frame/Sheet'
import { useAdminWords } from '../words'
import { EditPlace } from './EditPlace'
import { inOrder } from './place'

type Venue = NonNullable<AdminPlacesQuery['venue']>
export type Place = Venue['resources']['nodes'][number]

/** The places in rows; a row opens into its form. */
export function PlaceTable({ places, areas, may }: { places: readonly Place[]; areas: Venue['areas']; may: boolean }) {
  const { resources: words, frame } = useAdminWords()
  const kinds = useWords(enumWords).resourceKind
  const language = useLanguage()
  const [open, setOpen] = useState<string | null>(null)
  const [retired, setRetired] = useState(false)
  const hidden = places.filter((place) => !place.active).length
  const shown = inOrder(places, language).filter((place) => place.active || retired || place.id === open)
  const { columns } = words
  const n = (value: number) => number(language, value)
  return (
    <>
      {hidden > 0 && (
        <Switch mb="sm" label={words.showRetired(hidden)} checked={retired} onChange={(event) => setRetired(event.currentTarget.checked)} />
      )}
      <Sheet
        label={words.title}
        head={
          <>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.kind}</th>
            <th scope="col">{columns.party}</th>
            <th scope="col" className="number">
              {columns.capacity}
            </th>
            <th scope="col">{columns.area}</th>
            <th scope="col">{columns.combines}</th>
            <th scope="col">{columns.state}</th>
            <ActsHead />
          </>
        }
      >
        {shown.flatMap((place) => [
          <tr key={place.id} data-over={place.active ? undefined : true}>
            <th scope="row">{place.name}</th>
            <td>{kinds[place.kind]}</td>
            <td className="digits">{words.people(n(place.minParty), n(place.maxParty))}</td>
            <td className="number">{n(place.capacity)}</td>
            <td>{place.area?.name ?? '–'}</td>
            <td>{place.combines.map((part) => part.name).join(' + ') || '–'}</td>
            <td>
              <Group gap={4}>
                <Badge variant="light" tt="none" color={place.active ? 'pine' : 'slate'}>
                  {place.active ? words.active : words.retired}
                </Badge>
                {place.walkInOnly && (
                  <Badge variant="light" tt="none" color="sea">
                    {words.walkIn}
                  </Badge>
                )}
              </Group>
            </td>
            <td className="acts">
              {may && (
                <Button
                  variant="subtle"
                  color="slate"
                  aria-expanded={open === place.id}
                  aria-label={words.edit(place.name)}
                  onClick={() => setOpen(open === place.id ? null : place.id)}
                >
                  {open === place.id ? frame.cancel : frame.edit}
                </Button>
              )}
            </td>
          </tr>,
          ...(open === place.id
            ? [
                <tr key={`${place.id} form`} className="sheet-form">
                  <td colSpan={8}>
                    <EditPlace place={place} areas={areas} />
                  </td>
                </tr>,
              ]
            : []),
        ])}
      </Sheet>
    </>
  )
}
