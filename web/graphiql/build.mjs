// Bundles GraphiQL into dist/: index.html and, under assets/, one script and one style sheet whose
// names carry a hash of their content, so that browsers may keep them for ever.

import { build } from "esbuild";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

for (const old of await readdir(here("dist"))) {
  if (old !== "placeholder.txt") await rm(here(`dist/${old}`), { recursive: true });
}

const { metafile } = await build({
  absWorkingDir: here("."),
  entryPoints: { graphiql: "src/main.tsx" },
  outdir: "dist/assets",
  entryNames: "[name]-[hash]",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  legalComments: "linked",
  define: { "process.env.NODE_ENV": '"production"' },
  metafile: true,
  logLevel: "warning",
});

const outputs = Object.keys(metafile.outputs);
const urlOf = (extension) => {
  const file = outputs.find((path) => path.endsWith(extension));
  if (!file) throw new Error(`the bundle has no ${extension} file`);
  return file.replace(/^dist\//, "/graphiql/");
};

// {{nonce}} stays: the server fills it in for every page it hands out.
const page = (await readFile(here("src/index.html"), "utf8"))
  .replace("{{css}}", urlOf(".css"))
  .replace("{{js}}", urlOf(".js"));
await writeFile(here("dist/index.html"), page);

for (const [path, { bytes }] of Object.entries(metafile.outputs)) {
  console.log(`${path}  ${(bytes / 1024).toFixed(0)} KiB`);
}
