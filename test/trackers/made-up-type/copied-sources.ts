// A copy of the sources with one more type of field, `made_up`: a folder and a line in the list of types, on each side.
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = new URL('../../../', import.meta.url).pathname;
const here = import.meta.dirname;
const serverTypes = 'src/features/trackers/fields';
const pageTypes = 'web/features/fields';

/** What a server of the copy runs with, and what its tests need. */
const parts = ['src', 'contract', 'samples', 'test/support', 'package.json'];

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = change(text);
  assert.notEqual(changed, text, file);
  await writeFile(file, changed);
}

/** Copies the sources with `more`, which are paths from the root; gives where. The type is known to the server. */
export async function copySources(more: readonly string[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'tepal-made-up-'));
  const isSource = (path: string): boolean => basename(path) !== 'dist';
  for (const part of [...parts, ...more])
    await cp(join(root, part), join(copy, part), { recursive: true, filter: isSource });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await mkdir(join(copy, serverTypes, 'made-up'));
  const type = await readFile(join(here, 'field-type.ts'), 'utf8');
  await writeFile(
    join(copy, serverTypes, 'made-up/made-up.ts'),
    type.replaceAll(`../../../${serverTypes}/`, '../').replaceAll('../../../src/', '../../../../'),
  );
  await rewrite(join(copy, serverTypes, 'index.ts'), (list) => {
    const listed = list.replace("  ['string', stringType],", "  ['made_up', madeUpType],\n$&");
    return listed === list ? list : `import { madeUpType } from './made-up/made-up.ts';\n${listed}`;
  });
  return copy;
}

/** Adds the type to the pages of a copy. */
export async function addToPages(copy: string): Promise<void> {
  await mkdir(join(copy, pageTypes, 'made-up'));
  for (const name of (await readdir(join(here, 'on-pages'))).filter((file) => /\.tsx?$/.test(file))) {
    const text = await readFile(join(here, 'on-pages', name), 'utf8');
    const moved = text.replaceAll(`../../../../${pageTypes}/`, '../').replaceAll('../../../../web/', '../../../');
    await writeFile(join(copy, pageTypes, 'made-up', name), moved);
  }
  await rewrite(join(copy, pageTypes, 'types.ts'), (list) => {
    const listed = list.replace('  string: line,', '  made_up: madeUp,\n$&');
    return listed === list ? list : `import { madeUp } from './made-up/made-up.ts';\n${listed}`;
  });
}
