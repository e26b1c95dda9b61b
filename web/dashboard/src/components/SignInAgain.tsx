import { shellWords } from '../messages/catalogues'
import { useWords } from '../messages/words'
import { Notice } from './states'
import { SignIn } from '../shell/SignIn'

/** Nobody is signed in any more: sign in, and come back here. */
export function SignInAgain() {
  const { signedOut } = useWords(shellWords)
  return (
    <Notice icon="access" title={signedOut.title} testId="signed-out" action={<SignIn />}>
      {signedOut.text}
    </Notice>
  )
}
