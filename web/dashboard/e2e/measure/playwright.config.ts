import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

// Measurements are no tests: they take minutes, print figures and judge nothing. `npm run measure:timeline`.
export default defineConfig(base, {
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: '../house/crowded.ts',
  reporter: 'list',
  timeout: 900_000,
  projects: [{ name: 'measure' }],
})
