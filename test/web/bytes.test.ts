// What pages weigh on the wire: a gate, so that no page grows beyond it unseen. It adds up what the built manifest says.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';

const dist = new URL('../../web/dist/', import.meta.url);
/** In bytes, as browsers get them. */
const limits = { firstGzip: 230_000, firstBrotli: 200_000, furtherBrotli: 50_000, styles: 25_000, editorGzip: 150_000 };
/** Loaded where somebody chooses to write so. */
const editor = 'ui/markdown/rich/rich-text.tsx';

const Manifest = Type.Record(
  Type.String(),
  Type.Object({
    file: Type.String(),
    imports: Type.Optional(Type.Array(Type.String())),
    dynamicImports: Type.Optional(Type.Array(Type.String())),
    css: Type.Optional(Type.Array(Type.String())),
    isDynamicEntry: Type.Optional(Type.Boolean()),
  }),
);
type Manifest = Static<typeof Manifest>;

/** undefined, and the test skipped, where no pages were built. */
function readManifest(context: TestContext): Manifest | undefined {
  const file = new URL('manifest.json', dist);
  if (existsSync(file)) return Value.Parse(Manifest, JSON.parse(readFileSync(file, 'utf8')));
  assert.notEqual(process.env['TEPAL_REQUIRE_ALL'], '1', 'the pages are built');
  context.skip('the pages are not built');
  return undefined;
}

/** Files that these entries need before they run: scripts and styles. */
function listFiles(manifest: Manifest, entries: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    assert.ok(chunk, `${key} is in the manifest`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return files;
}

const packed = new Map<string, { gzip: number; brotli: number }>();
function pack(file: string): { gzip: number; brotli: number } {
  const known = packed.get(file);
  if (known !== undefined) return known;
  const content = readFileSync(new URL(file, dist));
  const sizes = { gzip: gzipSync(content).length, brotli: brotliCompressSync(content).length };
  packed.set(file, sizes);
  return sizes;
}

const sum = (files: Iterable<string>, suffix: string, encoding: 'gzip' | 'brotli'): number =>
  [...files].filter((file) => file.endsWith(suffix)).reduce((total, file) => total + pack(file)[encoding], 0);

const document = 'index.html';
const languages = ['locales/en/index.ts', 'locales/fr/index.ts'];

/** What every page reads while it rests, because it opens over any of them. */
const restful = [
  'features/frame/create-list.tsx',
  'ui/overlays/menu-list.tsx',
  'ui/overlays/modal-dialog.tsx',
  'ui/overlays/select-list.tsx',
];

/** The first page of somebody who opens the address of the site, with these, in the language with more to say. */
function listFirst(manifest: Manifest): Set<string> {
  const [one = new Set<string>(), other = new Set<string>()] = languages.map((language) =>
    listFiles(manifest, [document, 'features/home/home.page.tsx', language, ...restful]),
  );
  return sum(one, '.js', 'brotli') > sum(other, '.js', 'brotli') ? one : other;
}

describe('bytes of the pages', () => {
  it('begin with a document that has at most 25 lines of script and names its modules', (context) => {
    const source = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
    const scripts = [...source.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, code = '']) => code.trim());
    const lines = scripts.flatMap((code) => (code === '' ? [] : code.split('\n')));
    assert.ok(lines.length <= 25, `${lines.length} lines`);
    const manifest = readManifest(context);
    if (manifest === undefined) return;
    const html = readFileSync(new URL(document, dist), 'utf8');
    for (const file of listFiles(manifest, [document])) assert.ok(html.includes(`"/${file}" nonce="__NONCE__"`), file);
  });

  it('stay below 230 kB gzip and 200 kB brotli for the first one', (context) => {
    const manifest = readManifest(context);
    if (manifest === undefined) return;
    const first = listFirst(manifest);
    const [gzip, brotli] = [sum(first, '.js', 'gzip'), sum(first, '.js', 'brotli')];
    context.diagnostic(`first page: ${gzip} bytes gzip, ${brotli} brotli`);
    assert.ok(gzip > 50_000, 'the scripts are counted');
    assert.ok(gzip <= limits.firstGzip, `${gzip} bytes gzip`);
    assert.ok(brotli <= limits.firstBrotli, `${brotli} bytes brotli`);
  });

  it('do not bring what sends files to the first one', (context) => {
    const manifest = readManifest(context);
    if (manifest === undefined) return;
    const file = manifest['platform/network/send-bytes.ts']?.file ?? '';
    assert.match(file, /\.js$/);
    assert.ok(!listFirst(manifest).has(file), file);
  });

  it('stay below 50 kB brotli for each further one, and for whatever comes late', (context) => {
    const manifest = readManifest(context);
    if (manifest === undefined) return;
    const first = listFirst(manifest);
    const late = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry === true);
    assert.ok(late.filter((key) => key.endsWith('.page.tsx')).length > 5, 'there are pages');
    const heavy = late.flatMap((key) => {
      const bytes = sum(listFiles(manifest, [key]).difference(first), '.js', 'brotli');
      context.diagnostic(`${key}: ${bytes} bytes brotli`);
      return bytes <= limits.furtherBrotli || key === editor ? [] : [`${key}: ${bytes}`];
    });
    assert.deepEqual(heavy, []);
  });

  it('stay below 150 kB gzip for the editor of rich texts', (context) => {
    const manifest = readManifest(context);
    if (manifest === undefined) return;
    const bytes = sum(listFiles(manifest, [editor]).difference(listFirst(manifest)), '.js', 'gzip');
    context.diagnostic(`editor: ${bytes} bytes gzip`);
    assert.ok(bytes > 50_000, 'it is counted');
    assert.ok(bytes <= limits.editorGzip, `${bytes} bytes gzip`);
  });

  it('come in bundles of which none needs itself: what runs first would find the other half empty', (context) => {
    const manifest = readManifest(context);
    if (manifest === undefined) return;
    const circular = Object.keys(manifest).filter((key) => {
      const { file, imports = [] } = manifest[key] ?? { file: '' };
      return listFiles(manifest, imports).has(file);
    });
    assert.deepEqual(circular, []);
  });

  it('stay below 25 kB gzip of styles for each page', (context) => {
    const manifest = readManifest(context);
    if (manifest === undefined) return;
    const first = listFirst(manifest);
    const late = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry === true);
    const heavy = late.flatMap((key) => {
      const bytes = sum(listFiles(manifest, [key]).union(first), '.css', 'gzip');
      assert.ok(bytes > 1000, key);
      return bytes <= limits.styles ? [] : [`${key}: ${bytes}`];
    });
    context.diagnostic(`all styles: ${sum(listFiles(manifest, Object.keys(manifest)), '.css', 'gzip')} bytes gzip`);
    assert.deepEqual(heavy, []);
  });
});
