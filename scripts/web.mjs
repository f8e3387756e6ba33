// The web application of web/: its build, its development server, and the types of the API that it is written against.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { classicFiles } from './classic-files.mjs';
import { root } from './install.mjs';
import { runTool } from './run.mjs';

const web = join(root, 'web');
const dist = join(web, 'dist');
/** What the build in dist/ was made of. */
const markFile = join(dist, 'made-of');
/** Which files of dist/ hold several others. */
const togetherFile = 'together.json';

/** React Aria says things in 34 languages, of which pages speak two; it takes English for any other. */
const spokenTexts = {
  name: 'spoken-texts',
  transform: {
    filter: { id: /\/react-(?:aria|stately)(?:-components)?\/dist\/.*\/intlStrings\.mjs$/ },
    handler(code) {
      const kept = ['en-US', 'fr-FR'].map((locale, index) => {
        const [path] = new RegExp(`"[^"]+/${locale}\\.mjs"`).exec(code) ?? [];
        if (path === undefined) throw new Error(`a module of texts has none in ${locale}`);
        return { line: `import texts${index} from ${path};`, entry: `'${locale}': texts${index}` };
      });
      const lines = [
        ...kept.map(({ line }) => line),
        `export default { ${kept.map(({ entry }) => entry).join(', ')} };`,
      ];
      return { code: lines.join('\n'), map: null };
    },
  },
};

/** The same for what stands in an empty date, such as jj/mm/aaaa. */
const spokenPlaceholders = {
  name: 'spoken-placeholders',
  transform: {
    filter: { id: /\/react-stately\/dist\/private\/datepicker\/placeholders\.mjs$/ },
    handler: (code) => ({ code: code.replaceAll(/^ {4}'?(?!(?:en|fr)\b)[\w-]+'?: \{[^}]*\},?$/gm, ''), map: null }),
  },
};

/** Both languages are written from left to right; finding that out takes a browser ten milliseconds, before anything is drawn. */
const leftToRight = {
  name: 'left-to-right',
  load: {
    filter: { id: /\/react-aria\/dist\/private\/i18n\/utils\.mjs$/ },
    handler: () => 'export const isRTL = () => false;',
  },
};

/** Pages say which locale theirs is; asking the browser whether it knows its own takes it ten milliseconds, before anything is drawn. */
const givenLocale = {
  name: 'given-locale',
  load: {
    filter: { id: /\/react-aria\/dist\/private\/i18n\/useDefaultLocale\.mjs$/ },
    handler: () =>
      `const locale = { locale: 'en-US', direction: 'ltr' };
      export const getDefaultLocale = () => locale;
      export const useDefaultLocale = () => locale;`,
  },
};

/**
 * The texts of a language are put together of those of many parts. V8 takes milliseconds to grow an object by a thousand names, each of which
 * makes it one of another shape; one without a prototype is a table from the start.
 */
const textTables = {
  name: 'text-tables',
  transform: {
    filter: { id: /\/web\/locales\/(?:en|fr)\/(?:\w+\/)?index\.ts$/ },
    handler(code, id) {
      const table = code.replace(/(?<=export const \w+ = \{)/, ' __proto__: null,');
      if (table === code) throw new Error(`${id} puts no texts together`);
      return { code: table, map: null };
    },
  },
};

/** Both languages count years the same; the other twelve calendars are never asked for. */
const oneCalendar = {
  name: 'one-calendar',
  load: {
    filter: { id: /\/@internationalized\/date\/dist\/private\/createCalendar\.mjs$/ },
    handler: () =>
      `import { GregorianCalendar } from './calendars/GregorianCalendar.mjs';
      export const createCalendar = () => new GregorianCalendar();`,
  },
};

/**
 * One file with what every page needs. By itself the bundler makes one for each set of pages that share something, thirty in
 * all, and browsers spend more on so many than on what is in them.
 */
const oneFirstFile = {
  name: 'application',
  tags: ['$initial'],
  priority: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: Infinity,
};

/**
 * But for what draws, half of it: a file each, so that browsers read their compiled code beside each other, and keep this one from
 * release to release.
 */
const drawingFile = { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 3 };

/**
 * For the same reason: what many pages have, and the parts of those that people open most, each as one file. A module that is
 * named takes along what it needs, as far as no file of a higher priority has that.
 */
const fewFiles = [
  {
    name: 'common',
    test: /\/lucide-react\/dist\/esm\/icons\/|\/web\/platform\/(?!live\/live-|network\/(?:base64|page-header|send-bytes)|preferences\/change-queue|opening\/idle-work|keyboard\/return-focus|drafts\/old-|storage\/plain-)|\/@tanstack\/(?:react-)?query|\/features\/trackers\/trackers\.queries\.|\/web\/ui\/(?:no-access|light-link|layout\/(?:more-on-scroll|rows)|forms\/use-settled)/,
    priority: 1,
  },
  { name: 'markdown', test: /\/web\/ui\/markdown\/markdown-field\./, priority: 1 },
  { name: 'lists', test: /\/@tanstack\/(?:react-virtual|virtual-core)\//, priority: 1 },
  { name: 'presses', test: /\/react-aria-components\/dist\/private\/Button\./, priority: 1 },
  { name: 'overlays', test: /\/react-aria-components\/dist\/private\/(?:Dialog|ListBox|Menu|Modal|Popover)\./ },
  { name: 'drags', test: /\/react-aria\/dist\/private\/dnd\/use(?:Drag|Drop)\./ },
  { name: 'report', test: /\/features\/trackers\/(?:use-report|read-report|table\/report-table)\./ },
  { name: 'reports', test: /\/features\/reports\/(?:index|renderers|renderers\.queries|reports\.module)\./ },
  { name: 'artifact', test: /\/features\/artifacts\/(?:form\/artifact-form|comments\/comments\.queries)\./ },
  { name: 'board', test: /\/web\/ui\/board\/(?:board|use-board)\./ },
];

/**
 * Files whose functions nearly all run before a page is there. Chromium then compiles them while they arrive, beside the thread of
 * the page, which would compile each of them by itself when it is first called.
 */
const neededWhole =
  /^(?:react|index|common|lists|report|report\.page|reports|artifact|artifact\.page|board|kanban\.page)$/;
/** What says so, at the beginning of a file. */
const wholeMark = '//# allFunctionsCalledOnLoad\n';
const compiledAtOnce = {
  name: 'compiled-at-once',
  enforce: 'post',
  // Nothing may stand before it, not even what Vite adds last.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && neededWhole.test(file.name)) file.code = wholeMark + file.code;
    },
  },
};

/** Settings of Vite, which reads no file of its own. */
const configOf = async (mode) => {
  const { default: react } = await import('@vitejs/plugin-react');
  return {
    root: web,
    configFile: false,
    mode,
    clearScreen: false,
    plugins: [
      react(),
      spokenTexts,
      spokenPlaceholders,
      oneCalendar,
      leftToRight,
      givenLocale,
      textTables,
      classicFiles,
      compiledAtOnce,
    ],
    cacheDir: join(root, 'node_modules', '.cache', 'vite'),
    html: { cspNonce: '__NONCE__' },
    css: { transformer: 'lightningcss' },
    build: {
      outDir: dist,
      // What both engines of the last two years understand.
      target: ['chrome130', 'firefox130', 'safari18'],
      assetsInlineLimit: 0,
      // Scripts that a dynamic import needs are named to the loader; what is left here are those of the document.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
      },
      // What the pages are made of goes along with them.
      license: { fileName: 'LICENSES-OF-PAGES.md' },
      // Which file needs which, for the test that adds up what a page loads.
      manifest: 'manifest.json',
      chunkSizeWarningLimit: 1000,
      rolldownOptions: { output: { codeSplitting: { groups: [drawingFile, oneFirstFile, ...fewFiles] } } },
    },
  };
};

/** Of what draws pages in the server, which a thread of src/features/pages runs. */
const drawingFolder = join(dist, 'drawing');

/** Settings of that: the same pages, by the same rules, with all that they need. */
const drawingConfigOf = (config) => ({
  ...config,
  plugins: config.plugins.filter((plugin) => plugin !== classicFiles && plugin !== compiledAtOnce),
  html: {},
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, resolve: { conditions: ['browser', 'module', 'import', 'default'] } },
  build: {
    ...config.build,
    ssr: join(web, 'drawing', 'drawing.ts'),
    outDir: drawingFolder,
    target: 'node24',
    license: false,
    manifest: false,
    modulePreload: false,
    copyPublicDir: false,
    rolldownOptions: {},
    emptyOutDir: true,
  },
});

/** All files that the build depends on, with their content. */
function hashSources() {
  const names = readdirSync(web, { recursive: true })
    .map(String)
    .filter((name) => !/^dist\b|\.test\.tsx?$|schema\.d\.ts$/.test(name) && statSync(join(web, name)).isFile())
    .sort();
  const hash = createHash('sha256');
  const pages = ['early-files.ts', 'page-addresses.ts'].map((name) => join(root, 'src', 'features', 'pages', name));
  const scripts = [join(root, 'scripts', 'classic-files.mjs'), import.meta.filename];
  const others = [join(root, 'package-lock.json'), ...scripts, ...pages];
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

/** Scripts that a page needs beside those of the document, and the texts of a language: each set as one file, which the document names instead. */
async function bringTogether() {
  const { readManifest, listEarlyFiles } = await import('../src/features/pages/early-files.ts');
  const { pageModules, textModules } = await import('../src/features/pages/page-addresses.ts');
  const manifest = readManifest(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  const together = {};
  for (const modules of [...['en', 'fr'].map((language) => textModules(language)), ...Object.values(pageModules)]) {
    const held = listEarlyFiles(manifest, modules).filter((file) => file.endsWith('.js'));
    if (held.length < 2) continue;
    const codes = held.map((file) => readFileSync(join(dist, file), 'utf8').replace(wholeMark, ''));
    const code = wholeMark + codes.join('\n');
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
    const [, name] = /([^/]+?)(?:\/index)?\.tsx?$/.exec(modules[0]);
    const file = `assets/${name}.together-${hash}.js`;
    writeFileSync(join(dist, file), code);
    together[file] = held;
  }
  writeFileSync(join(dist, togetherFile), JSON.stringify(together));
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
  const together = join(dist, togetherFile);
  const held = existsSync(together) ? Object.keys(JSON.parse(readFileSync(together, 'utf8'))) : [];
  return new Set([...chunks.flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]), ...held]);
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
  await build({ ...drawingConfigOf(config), logLevel: 'warn' });
  await bringTogether();
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
      },
    },
  });
  await server.listen();
  server.printUrls();
}
