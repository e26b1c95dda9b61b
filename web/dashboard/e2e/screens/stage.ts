import { Tenant } from '../house/tenant'
import { livelyEvening, type Evening } from '../house/evening'
import { until } from '../house/until'
import type { Manifest } from '../house/program'
import { test as base } from '../window/test'

export { expect } from '../window/test'

/** A test of screens: all of them show the same evening, which is made once. */
export const test = base.extend<object, { evening: Evening }>({
  evening: [
    async ({}, use, { project }) => {
      const manifest = JSON.parse(process.env.E2E_MANIFEST ?? '{}') as Manifest
      const evening = await livelyEvening(new Tenant(manifest, 'hanok'))
      // The pictures show a party that is late; whoever only asks about accessibility doesn't wait for it.
      if (project.name === 'screens') await until('somebody is late', async () => Date.now() > evening.lateAt, 150_000)
      await use(evening)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})
