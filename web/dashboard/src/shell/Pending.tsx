import { Container } from '@mantine/core'
import { Loading } from '../components/states'

/** A part of the program is being loaded. */
export const Pending = () => (
  <Container size="sm" py="xl">
    <Loading />
  </Container>
)
