import type { MantineColorsTuple } from '@mantine/core'

// Our own colours, ten steps each, light to dark. Step 8 carries white text, step 9 stands on steps 0 and 1, step 2 stands on the dark page; the test
// beside this file measures all of that. The names say what a colour is for.

/** What one does: buttons, links, what is chosen, what is confirmed. */
const pine: MantineColorsTuple = ['#ecf7f2', '#d6ece2', '#aedac7', '#83c7aa', '#5cb591', '#3f9f7a', '#2a8763', '#19704f', '#0e5c40', '#064d3b']
/** What is lost, refused or destroys something. */
const rust: MantineColorsTuple = ['#fdf0ed', '#f9dcd5', '#f2b8aa', '#ea917d', '#e16d55', '#d0523a', '#b8412b', '#9f3321', '#87271a', '#6e1c13']
/** What needs a look soon: late, running out, unknown. */
const amber: MantineColorsTuple = ['#fdf5e3', '#f8e6bd', '#f0cf86', '#e6b650', '#d99d2a', '#bf8418', '#a06c0f', '#82560b', '#694408', '#553505']
/** What informs: accepted, still running, done before. */
const sea: MantineColorsTuple = ['#ecf4fb', '#d4e5f5', '#a9cbea', '#7cb0de', '#5497d1', '#377fbe', '#2769a5', '#1b568b', '#134672', '#0b375c']
/** Everything else. */
const slate: MantineColorsTuple = ['#f5f7f8', '#e8ecee', '#d3dadd', '#b3bec3', '#8e9ba2', '#6c7a82', '#54626a', '#414d54', '#313b41', '#222a2f']
/** The dark page and what lies on it; Mantine takes text, borders and surfaces from here. */
const dark: MantineColorsTuple = ['#dfe6e9', '#b9c4c9', '#9aa8ae', '#6f7e85', '#46535a', '#37434a', '#2a353b', '#1f292e', '#171f24', '#0f161a']

export const palette = { pine, rust, amber, sea, slate, dark }
export type Tone = Exclude<keyof typeof palette, 'dark'>
export const tones: readonly Tone[] = ['pine', 'rust', 'amber', 'sea', 'slate']
