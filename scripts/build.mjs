// `npm run build`: bundles src/ into dist/ as plain JavaScript and copies the other files that modules read at run time.
// Why a bundle, and of what: docs/adr/0018-packaging-and-start.md.
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildDocs } from './build-docs.mjs';
import { bundledPackages, unbundledPackages } from './bundled-packages.mjs';
import { ensureInstalled, root } from './install.mjs';
import { ensureWebBuilt } from './web.mjs';

ensureInstalled({ withTests: false });
const { rolldown } = await import('rolldown');
const src = join(root, 'src');
const dist = join(root, 'dist');
/** Modules that are started, by their path in dist/, and what the program is made of, which tests load before it runs. */
const entries = {
  main: 'main',
  commands: 'commands/index',
  ...Object.fromEntries(
    [
      'features/mail-gateway/messages/parse-message-process',
      'features/people/passwords/password-strength-process',
      'features/people/passwords/password-thread',
      'features/search/documents/pdf-text-process',
      'platform/markup/markup-thread',
      'platform/programs/starter-process',
    ].map((name) => [name, name]),
  ),
};

/** Makes paths such as ../../samples mean in a bundle what they mean in the module: relative to its own place. */
const keepPlaces = {
  name: 'keep-places',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const place = JSON.stringify(`./${relative(src, id).replace(/\.ts$/, '.js')}`);
      return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), map: null };
    },
  },
};

/** V8 keeps a source with a single character beyond Latin-1 as two bytes for each of its million characters. */
const asciiOnly = {
  name: 'ascii-only',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[^\0-\x7f]/g, escapeUnit);
    }
  },
};
const escapeUnit = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const isOneOf = (names, id) => names.some((name) => id === name || id.startsWith(`${name}/`));

/** Whether an import stays one; `from` is undefined for an entry. */
function isExternal(id, from) {
  if (from === undefined || !/^[^./]/.test(id)) return false;
  return isOneOf(unbundledPackages, id) || (from.startsWith(src) && !isOneOf(bundledPackages, id));
}

/** Folders of the packages that modules are of. */
const listPackages = (modules) =>
  [...new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []))].sort();

function describeLicense(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const read = (pattern) => {
    const file = readdirSync(folder).find((entry) => pattern.test(entry));
    return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8');
  };
  // Some say it at the end of their README alone, or nowhere but in their package.json.
  const said = () => /^#+ *licen[cs]e[^]*/im.exec(read(/^readme/i) ?? '')?.[0] ?? '';
  const text = read(/^licen[cs]e/i) ?? `License: ${license}, by ${author?.name ?? author}\n\n${said()}`;
  return `${name} ${version}\n\n${text}`;
}

rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: Object.fromEntries(Object.entries(entries).map(([name, module]) => [name, join(src, `${module}.ts`)])),
  external: isExternal,
  // Modules say things and do nothing by themselves, so that a part of Tepal loads what it uses.
  treeshake: { moduleSideEffects: (id) => !id.startsWith(src) },
  plugins: [keepPlaces, asciiOnly],
});
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  comments: { legal: true, annotation: false, jsdoc: false },
});
await bundle.close();
writeFileSync(
  join(dist, 'LICENSES-OF-PACKAGES.txt'),
  listPackages(output.flatMap((file) => file.moduleIds ?? []))
    .map(describeLicense)
    .join('\n\n'),
);
cpSync(src, dist, {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || !path.endsWith('.ts'),
});

// The pages, as `npm start` builds them, packed as small as they get.
ensureWebBuilt({ isRelease: true });
cpSync(join(root, 'web', 'dist'), join(dist, 'features/pages/web'), {
  recursive: true,
  filter: (path) => !path.endsWith('made-of'),
});

await buildDocs(join(dist, 'features/docs/site'));

// The explorer's package comes along as files: as a dependency it would bring a package that reports installations.
const explorerFiles = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
];
for (const name of explorerFiles) {
  cpSync(join(root, 'node_modules/swagger-ui-dist', name), join(dist, 'features/explorer/swagger-ui', name));
}
