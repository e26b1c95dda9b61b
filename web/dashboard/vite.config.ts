import react from '@vitejs/plugin-react'
import { documentsAsText } from './scripts/documentsAsText.ts'
import { defineConfig } from 'vitest/config'

// The program that answers /graphql and /auth while pages are served by `npm run dev`. The cookie counts only beside the program's own origin,
// so the proxy says that requests come from there.
const program = process.env.SLOTQ_PROGRAM ?? 'http://127.0.0.1:8080'
const proxied = { target: program, changeOrigin: true, ws: true, headers: { origin: program } }

export default defineConfig({
  plugins: [documentsAsText(), react()],
  build: {
    target: 'es2023',
    emptyOutDir: true, // public/placeholder.txt comes back with every build; it keeps the folder in the repository
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json', // for scripts/weigh.mjs, which takes it away
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/graphql': proxied, '/auth': proxied, '/calendar': proxied } },
  test: { setupFiles: ['src/testing/setup.ts'], include: ['src/**/*.test.{ts,tsx}'] },
})
