import 'temporal-polyfill/global'

// Pure tests run in node, which is quick. A test that needs a page begins with `// @vitest-environment jsdom`.
if (typeof window !== 'undefined') {
  const { afterEach } = await import('vitest')
  await import('@testing-library/jest-dom/vitest')
  // What Mantine asks of a browser, and the test page has not.
  window.matchMedia ??= (query: string) =>
    ({ matches: false, media: query, onchange: null, addEventListener: () => {}, removeEventListener: () => {}, addListener: () => {}, removeListener: () => {}, dispatchEvent: () => false }) as MediaQueryList
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  afterEach(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}
