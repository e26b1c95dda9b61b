import { Tenant } from '../house/tenant'
import { livelyEvening, type Evening } from '../house/evening'
import type { Manifest } from '../house/program'
import { test as base } from '../window/test'

export { expect } from '../window/test'

/** A test of screens: all of them show the same evening, which is made once. */
export const test = base.extend<object, { evening: Evening }>({
  evening: [
    async ({}, use) => {
      const manifest = JSON.parse(process.env.E2E_MANIFEST ?? '{}') as Manifest
      await use(await livelyEvening(new Tenant(manifest, 'hanok')))
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
