// A type of field that nobody has, added as the others are: by one folder, and one line in the list of types.
// Process: its own
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';

const root = new URL('../../../', import.meta.url).pathname;
const types = 'src/features/trackers/fields';

const copy = await mkdtemp(join(tmpdir(), 'tepal-made-up-'));
for (const part of [
  'src',
  'contract',
  'samples',
  'test/support',
  'test/trackers/made-up-type/cases.ts',
  'package.json',
])
  await cp(join(root, part), join(copy, part), { recursive: true });
await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));

await mkdir(join(copy, types, 'made-up'));
const type = await readFile(new URL('field-type.ts', import.meta.url), 'utf8');
await writeFile(
  join(copy, types, 'made-up/made-up.ts'),
  type.replaceAll(`../../../${types}/`, '../').replaceAll('../../../src/', '../../../../'),
);
const list = await readFile(join(copy, types, 'index.ts'), 'utf8');
const listed = list.replace("  ['string', stringType],", "  ['made_up', madeUpType],\n$&");
assert.notEqual(listed, list);
await writeFile(join(copy, types, 'index.ts'), `import { madeUpType } from './made-up/made-up.ts';\n${listed}`);

await import(pathToFileURL(join(copy, 'test/trackers/made-up-type/cases.ts')).href);
after(() => rm(copy, { recursive: true }));
