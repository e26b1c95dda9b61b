import { makeFolder, removeFolder, startDemo } from './program'

/** Starts the one program that all stories share, for the run. Playwright calls the result at the end. */
export default async function open(): Promise<() => Promise<void>> {
  const data = makeFolder()
  const program = await startDemo(data).catch((fault: unknown) => {
    removeFolder(data)
    throw fault
  })
  process.env.E2E_MANIFEST = JSON.stringify(program.manifest) // workers inherit it
  process.env.E2E_DATA = data
  return async () => {
    await program.stop()
    removeFolder(data)
  }
}
