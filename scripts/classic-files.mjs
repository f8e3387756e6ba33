// Makes classic scripts of the modules that the bundler writes, for web/classic-loader.ts: browsers that fetch scripts beside the
// thread of the page keep the compiled code of classic scripts alone, and compile modules anew on each visit.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const loaderFile = join(root, 'web', 'classic-loader.ts');
/** Part of the names of files, so that no browser takes what another way of writing them left in its cache. */
const wayOfWriting = createHash('sha256')
  .update(readFileSync(loaderFile))
  .update(readFileSync(import.meta.filename))
  .digest('hex');

/** What a module needs before it runs, and what that needs. */
function listNeeds(bundle, names, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    listNeeds(bundle, bundle[name]?.imports ?? [], seen);
  }
  return seen;
}

const baseOf = (fileName) => fileName.slice(fileName.lastIndexOf('/') + 1);

/** The code of a module with `require` and `exports`, in which what is imported stays as alive as it was. */
async function unmodule({ fileName, code }) {
  const { rolldown } = await import('rolldown');
  const name = baseOf(fileName);
  const isItself = (id) => id === name;
  const bundle = await rolldown({
    input: name,
    treeshake: false,
    external: (id) => !isItself(id),
    logLevel: 'silent',
    plugins: [
      {
        name: 'one-file',
        resolveId: (id) => (isItself(id) ? id : { id: baseOf(id), external: true }),
        load: (id) => (isItself(id) ? { code, moduleType: 'js' } : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({
    format: 'cjs',
    exports: 'named',
    esModule: false,
    strict: true,
    generatedCode: { symbols: false },
    minify: { compress: false, mangle: true, codegen: true },
  });
  await bundle.close();
  return output[0].code.trimEnd();
}

/** A classic script that says its name, what it needs, and how to run it. The brackets around the function have it compiled at once. */
async function writeFile(bundle, file) {
  const names = new Map(Object.keys(bundle).map((fileName) => [baseOf(fileName), fileName]));
  const own = listNeeds(bundle, [file.fileName]);
  if (listNeeds(bundle, file.imports).has(file.fileName)) throw new Error(`${file.fileName} needs itself`);
  const code = (await unmodule(file)).replaceAll(/\bimport\([`"']([\w.-]+)[`"']\)/g, (all, name) => {
    const fileName = names.get(name);
    if (fileName === undefined) return all;
    const along = [...listNeeds(bundle, bundle[fileName].imports)].filter((need) => !own.has(need)).map(baseOf);
    return `tepalRead(${[name, ...(along.length > 0 ? [along] : [])].map((part) => JSON.stringify(part)).join()})`;
  });
  if (/\bimport(?:\(|\.meta)/.test(code)) throw new Error(`${file.fileName} imports what no classic script can`);
  const needs = JSON.stringify(file.imports.map(baseOf));
  return `tepalFile(${JSON.stringify(baseOf(file.fileName))},${needs},(function(exports,require){${code}}));`;
}

/** Browsers take what is asynchronous for less urgent. */
const scriptOf = (fileName) =>
  `<script async fetchpriority="high" crossorigin src="/${fileName}" nonce="__NONCE__"></script>`;

/** The loader as a script of the document. */
async function writeLoader() {
  const { minify, transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(readFileSync(loaderFile, 'utf8'), loaderFile);
  return `<script nonce="__NONCE__">(()=>{${(await minify('loader.js', code.replace(/^export \{\};$/m, ''))).code}})()</script>`;
}

/** What the bundler's own file does for all others is less than what asking for it takes. */
const isRuntime = ({ name }) => name === 'rolldown-runtime';

/** The document names its files as classic scripts, after the loader; the bundler's own stands in it. */
async function writeDocument(html, bundle) {
  const loader = await writeLoader();
  const writeFirst = (_, fileName) =>
    isRuntime(bundle[fileName]) ? `<script nonce="__NONCE__">${bundle[fileName].code}</script>` : scriptOf(fileName);
  const writeEntry = (_, entry) =>
    [loader, scriptOf(entry), `<script nonce="__NONCE__">tepalRead("${baseOf(entry)}")</script>`].join('\n    ');
  return html
    .replace(/<script type="module" crossorigin src="\/([^"]+)"[^>]*><\/script>/, writeEntry)
    .replaceAll(/<link rel="modulepreload" crossorigin href="\/([^"]+)"[^>]*>/g, writeFirst);
}

/** For what a build has; pages that are being worked on are modules. */
export const classicFiles = {
  name: 'classic-files',
  apply: 'build',
  enforce: 'post',
  // What Vite brings along asks where its module is.
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: (code) => ({
      code: code.replaceAll(/\bimport\.meta\.(resolve|url)/g, (_, part) =>
        part === 'url' ? 'location.href' : 'undefined',
      ),
      map: null,
    }),
  },
  augmentChunkHash: () => wayOfWriting,
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const written = await Promise.all(chunks.map((chunk) => writeFile(bundle, chunk)));
      for (const [index, chunk] of chunks.entries()) chunk.code = written[index];
      const page = bundle['index.html'];
      page.source = await writeDocument(page.source, bundle);
    },
  },
};
