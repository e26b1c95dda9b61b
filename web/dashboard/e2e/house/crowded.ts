import { makeFolder, removeFolder, startDemo } from './program'

/** Starts a program that lets one tenant ask and command as much as the machine can. */
export default async function open(): Promise<() => Promise<void>> {
  const data = makeFolder()
  const limits = ['--user-queries', '0', '--user-commands', '0', '--tenant-queries', '0', '--tenant-commands', '0', '--log-level', 'warn']
  const program = await startDemo(data, '127.0.0.1:0', limits).catch((fault: unknown) => {
    removeFolder(data)
    throw fault
  })
  process.env.E2E_MANIFEST = JSON.stringify(program.manifest)
  return async () => {
    await program.stop()
    removeFolder(data)
  }
}
