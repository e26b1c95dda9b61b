import { desk, phone, screens, show } from '../screens/catalogue'
import { test } from '../screens/stage'
import { expectAccessible } from '../window/accessible'

for (const screen of screens) {
  test(`${screen.name} breaks no rule of accessibility, in light and dark`, async ({ window, evening }) => {
    const { page } = await window({ ...(screen.person ? { person: screen.person } : {}), ...(screen.phone ? phone : desk) })
    await show(page, screen, evening)
    await expectAccessible(page, screen.name)
  })
}
