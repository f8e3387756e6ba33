// The web application of web/: its build, its development server, and the types of the API that it is written against.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './install.mjs';
import { runTool } from './run.mjs';

const web = join(root, 'web');
const dist = join(web, 'dist');
/** What the build in dist/ was made of. */
const markFile = join(dist, 'made-of');

/** What React Aria says by itself, in the languages of the pages alone. */
const spokenLocales = ['en-US', 'fr-FR'];

/**
 * What the parser of Markdown need not bring into pages: the editor takes addresses as words, so nothing looks for links in them, and
 * the browser knows the names of characters.
 */
const lightMarkdown = {
  name: 'light-markdown',
  enforce: 'pre',
  resolveId(id) {
    if (id === 'entities') return join(web, 'ui/markdown/rich/formats/decode-entities.ts');
    return id === 'linkify-it' ? '\0no-linkify' : undefined;
  },
  load: (id) => (id === '\0no-linkify' ? 'export class LinkifyIt {}' : undefined),
};

/** Settings of Vite, which reads no file of its own. */
const configOf = async (mode) => {
  const { default: react } = await import('@vitejs/plugin-react');
  const { default: optimizeLocales } = await import('@react-aria/optimize-locales-plugin');
  return {
    root: web,
    configFile: false,
    mode,
    clearScreen: false,
    plugins: [react(), optimizeLocales.vite({ locales: spokenLocales }), lightMarkdown],
    cacheDir: join(root, 'node_modules', '.cache', 'vite'),
    html: { cspNonce: '__NONCE__' },
    css: { transformer: 'lightningcss' },
    build: {
      outDir: dist,
      // What both engines of the last two years understand.
      target: ['chrome130', 'firefox130', 'safari18'],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // What the pages are made of goes along with them.
      license: { fileName: 'LICENSES-OF-PAGES.md' },
      // Which file needs which, for the test that adds up what a page loads.
      manifest: 'manifest.json',
      chunkSizeWarningLimit: 1000,
      // What every page needs is one file, and what opens over any of them another; by itself the bundler makes one for each set of
      // pages that share something.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'application', tags: ['$initial'], priority: 1 },
              // Of all types of fields together: pages that show fields read them first, and each is small.
              {
                name: 'field-parts',
                test: /\/features\/fields\/[^/]+\/(?:criterion|mass-change|parts)[.]ts$/,
                includeDependenciesRecursively: false,
              },
              // What boards and plans need together: apart, its parts would each be packed for themselves.
              {
                name: 'card-moves',
                test: /\/web\/ui\/board\/(?:use-)?(?:card-moves|undo(?:-moves)?)[.]ts$/,
                includeDependenciesRecursively: false,
              },
              {
                name: 'dragging',
                test: /\/react-aria\/dist\/private\/dnd\//,
                includeDependenciesRecursively: false,
              },
              {
                name: 'cells',
                test: /\/features\/fields\/(?:cell|artifact-link\/link-parts|number\/number-texts)[.]ts$/,
                includeDependenciesRecursively: false,
              },
              {
                name: 'overlays',
                test: /\/react-aria-components\/dist\/private\/(?:Dialog|ListBox|Menu|Modal|Popover)\./,
              },
            ],
          },
        },
      },
    },
  };
};

/** All files that the build depends on, with their content. */
function hashSources() {
  const names = readdirSync(web, { recursive: true })
    .map(String)
    .filter((name) => !/^dist\b|\.test\.tsx?$|schema\.d\.ts$/.test(name) && statSync(join(web, name)).isFile())
    .sort();
  const hash = createHash('sha256');
  const others = [join(root, 'package-lock.json'), import.meta.filename];
  for (const path of [...names.map((name) => join(web, name)), ...others]) hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

/** Puts a packed copy beside each text that has none, where it is smaller; `quality` is brotli's, 0 to 11. */
async function packFiles(quality) {
  const assets = join(dist, 'assets');
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  await Promise.all(
    readdirSync(assets)
      .filter((name) => /\.(?:js|css|svg)$/.test(name) && !existsSync(join(assets, `${name}.br`)))
      .map(async (name) => {
        const content = readFileSync(join(assets, name));
        const packed = { br: await promisify(brotliCompress)(content, { params }), gz: await promisify(gzip)(content) };
        for (const [suffix, bytes] of Object.entries(packed))
          if (bytes.length < content.length) writeFileSync(join(assets, `${name}.${suffix}`), bytes);
      }),
  );
}

const markOf = (isRelease) => `${hashSources()} ${isRelease ? 'release' : 'quick'}`;

/** Whether the built pages are of the sources as they are; a quick build is none where a release is wanted. */
function isBuilt(isRelease) {
  const last = existsSync(markFile) ? readFileSync(markFile, 'utf8') : '';
  return last === markOf(isRelease) || (!isRelease && last === markOf(true));
}

/** Scripts and styles of the build in dist/; none where there is no build. */
function listBuilt() {
  const file = join(dist, 'manifest.json');
  const chunks = existsSync(file) ? Object.values(JSON.parse(readFileSync(file, 'utf8'))) : [];
  return new Set(chunks.flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]));
}

/** Takes away scripts and styles of builds that are none of these. */
function dropOthers(kept) {
  for (const name of readdirSync(join(dist, 'assets'))) {
    const [built] = /^.*\.(?:js|css)(?=$|\.(?:br|gz)$)/.exec(name) ?? [];
    if (built !== undefined && !kept.has(`assets/${built}`)) rmSync(join(dist, 'assets', name));
  }
}

/**
 * Builds the pages in this process, which the pinned Node.js runs. What a build for work here replaces stays beside it: servers that
 * run, such as those of journeys, read files when they are asked for.
 */
export async function buildWeb(isRelease) {
  const madeOf = markOf(isRelease);
  const { build } = await import('vite');
  const before = isRelease ? new Set() : listBuilt();
  const config = await configOf('production');
  await build({ ...config, build: { ...config.build, emptyOutDir: isRelease }, logLevel: 'warn' });
  dropOthers(before.union(listBuilt()));
  await packFiles(isRelease ? 11 : 5);
  writeFileSync(markFile, madeOf);
}

/** Builds the pages where their sources changed since the last time. Slower and smaller with `isRelease`. Ends the process where that fails. */
export function ensureWebBuilt({ isRelease = false } = {}) {
  if (isBuilt(isRelease)) return;
  process.stderr.write('Building the pages (only when their sources have changed) ...\n');
  const status = runTool(['scripts/build-web.mjs', ...(isRelease ? ['--release'] : [])]);
  if (status !== 0) process.exit(status);
}

/** Serves the pages with hot reload at `port`, in front of the Tepal at `target`. */
export async function serveWeb({ port, target }) {
  const { createServer } = await import('vite');
  const config = await configOf('development');
  const server = await createServer({
    ...config,
    html: {},
    server: {
      port,
      strictPort: true,
      // A session counts for pages of the server's own host, which this one stands for.
      proxy: {
        '/api': { target, changeOrigin: false },
        '/git': { target },
        '/plugins': { target },
        '/goto': { target },
        '/docs': { target },
      },
    },
  });
  await server.listen();
  server.printUrls();
}
