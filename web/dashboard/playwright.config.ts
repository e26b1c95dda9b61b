import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { defineConfig } from '@playwright/test'

// The names under which scripts/install-chromium.sh looks, too.
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const bundles = ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function browser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return process.env.CHROMIUM ?? [...installed, ...bundles].find(runs)
}

export default defineConfig({
  outputDir: 'e2e/test-results',
  workers: 1, // the program, its database and the browser fill two cores
  fullyParallel: false,
  forbidOnly: !!process.env.CI,
  retries: 0, // a story that is true only the second time is a fault
  timeout: 30_000,
  expect: { timeout: 8_000 },
  globalSetup: './e2e/house/open.ts',
  reporter: [['list'], ['./e2e/closing.ts']],
  use: {
    // The devices of these stories stand in New York while the venues are elsewhere: a time shown by the device's zone is wrong at once.
    locale: 'ko-KR',
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 6_000,
    navigationTimeout: 15_000,
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure', // --trace on tells more, at twice the time
    launchOptions: {
      executablePath: browser(),
      args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
    },
  },
  projects: [
    { name: 'stories', testDir: 'e2e/stories' },
    { name: 'screens', testDir: 'e2e/screens', timeout: 120_000 },
  ],
})
