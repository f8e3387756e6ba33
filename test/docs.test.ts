// Documents lead where they say: links, names of files, the index of decisions.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['.', 'docs', 'docs/adr', 'bench', 'samples'];
const documents = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (name: string): string[] => [
  ...[...read(name).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => anchorOf(text)),
  ...[...read(name).matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id),
];

const isThere = (path: string): boolean => existsSync(join(root, path));

describe('documents', () => {
  it('have links that lead somewhere', () => {
    const lost = documents.flatMap((name) =>
      [...read(name).matchAll(/\]\(([^)\s#]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, path = '', anchor]) => {
        if (/^[a-z]+:/.test(path)) return [];
        const target = path === '' ? name : join(dirname(name), path);
        const isFound =
          isThere(target) && (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor));
        return isFound ? [] : [`${name}: ${link}`];
      }),
    );
    assert.deepEqual(lost, []);
  });

  it('name files of the sources as they are called', () => {
    const named =
      /`((?:src|web|test|scripts|bench|platform|features|artifacts|settings|app)\/[\w./-]+\.(?:tsx?|mjs|css|html))`/g;
    const lost = documents.flatMap((name) =>
      [...read(name).matchAll(named)].flatMap(([, path = '']) =>
        [path, `src/${path}`, `src/features/${path}`].some(isThere) ? [] : [`${name}: ${path}`],
      ),
    );
    assert.deepEqual(lost, []);
  });

  it('list every decision by its topic', () => {
    const index = read('docs/adr/README.md');
    const decisions = documents.map((name) => basename(name)).filter((name) => /^\d{4}-/.test(name));
    assert.deepEqual(
      decisions.filter((name) => !index.includes(`](${name})`)),
      [],
    );
  });
});
