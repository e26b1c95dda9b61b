import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { keep, recall, stored } from '../api/keys'
import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { here } from './SignIn'

/** Asks for the house, and leads to its identity provider. */
export default function SignInForm() {
  const { start } = useWords(shellWords)
  const [tenant, setTenant] = useState(() => new URLSearchParams(location.search).get('tenant') ?? recall(stored.tenant) ?? '')
  return (
    <form
      action="/auth/sign-in"
      onSubmit={() => keep(stored.tenant, tenant)}
    >
      <Stack gap="sm" miw="18rem" ta="start">
        <input type="hidden" name="return" value={here()} />
        <TextInput name="tenant" label={start.tenant} description={start.tenantHelp} required value={tenant} onChange={(event) => setTenant(event.currentTarget.value)} autoCapitalize="none" autoCorrect="off" spellCheck={false} />
        <Button type="submit" size="md">
          {start.signIn}
        </Button>
      </Stack>
    </form>
  )
}
