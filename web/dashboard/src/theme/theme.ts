import { createTheme, defaultVariantColorsResolver, type CSSVariablesResolver, type MantineThemeOverride, type VariantColorsResolver } from '@mantine/core'
import type { Density } from './density'
import { palette, tones } from './palette'

/** Latin and Korean by the system where it has them; by the bundled font where it has not. */
const fontFamily =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", "Noto Sans CJK KR", "Noto Sans KR Variable", sans-serif'

const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input)
  // Mantine's own pairs for tinted and outlined things are too pale; these are measured.
  if (tones.includes(input.color as never) || !input.color) {
    const name = input.color ?? 'pine'
    if (input.variant === 'light')
      return { ...resolved, background: `var(--tint-${name})`, hover: `var(--tint-${name}-hover)`, color: `var(--ink-${name})`, border: '1px solid transparent' }
    if (input.variant === 'subtle' || input.variant === 'transparent') return { ...resolved, color: `var(--ink-${name})`, hover: input.variant === 'subtle' ? `var(--tint-${name})` : 'transparent' }
    if (input.variant === 'outline') return { ...resolved, color: `var(--ink-${name})`, border: `1px solid var(--edge-${name})`, hover: `var(--tint-${name})` }
  }
  return resolved
}

/** Colours by what they are for, in both schemes: `--ink-rust` is text, `--tint-rust` lies beneath it, `--edge-rust` bounds it. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const light: Record<string, string> = {}
  const dark: Record<string, string> = {}
  for (const tone of tones) {
    const steps = palette[tone]
    light[`--ink-${tone}`] = steps[9]
    light[`--tint-${tone}`] = steps[0]
    light[`--tint-${tone}-hover`] = steps[1]
    light[`--edge-${tone}`] = steps[6]
    dark[`--ink-${tone}`] = steps[2]
    dark[`--tint-${tone}`] = `color-mix(in srgb, ${steps[6]} 22%, ${palette.dark[8]})`
    dark[`--tint-${tone}-hover`] = `color-mix(in srgb, ${steps[6]} 34%, ${palette.dark[8]})`
    dark[`--edge-${tone}`] = steps[5]
  }
  return {
    variables: {},
    light: {
      ...light,
      '--mantine-color-dimmed': palette.slate[6],
      '--mantine-color-placeholder': palette.slate[6],
      '--mantine-color-error': palette.rust[8],
      '--mantine-color-anchor': palette.pine[8],
      '--mantine-color-body': '#ffffff',
      '--surface': palette.slate[0],
      '--line': palette.slate[2],
    },
    dark: {
      ...dark,
      '--mantine-color-dimmed': palette.dark[2],
      '--mantine-color-placeholder': palette.dark[2],
      '--mantine-color-error': palette.rust[3],
      '--mantine-color-anchor': palette.pine[3],
      '--mantine-color-body': palette.dark[8],
      '--surface': palette.dark[9],
      '--line': palette.dark[5],
    },
  }
}

const shared: MantineThemeOverride = {
  colors: palette,
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 7 },
  white: '#ffffff',
  black: '#141b1f',
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontFamily, fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  variantColorResolver,
}

/** For guests: 44 px to touch, text that may be read at arm's length. */
export const guestTheme = createTheme({
  ...shared,
  components: { Button: { defaultProps: { size: 'md' } }, ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } }, TextInput: { defaultProps: { size: 'md' } } },
})

const sizes = {
  compact: {
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
    spacing: { xs: '0.375rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  },
  comfortable: {
    fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '2rem' },
  },
} satisfies Record<Density, MantineThemeOverride>

const staff = (density: Density) => {
  const size = density === 'compact' ? 'xs' : 'sm'
  const sized = { defaultProps: { size } }
  return createTheme({
    ...shared,
    ...sizes[density],
    components: {
      Button: sized, TextInput: sized, NumberInput: sized, Select: sized, Textarea: sized, SegmentedControl: sized,
      ActionIcon: { defaultProps: { variant: 'subtle', size: density === 'compact' ? 32 : 40 } },
      Tooltip: { defaultProps: { openDelay: 300 } },
    },
  })
}

/** For staff and administrators: many rows on a screen, by how close they like them. */
export const staffThemes: Record<Density, MantineThemeOverride> = { compact: staff('compact'), comfortable: staff('comfortable') }
