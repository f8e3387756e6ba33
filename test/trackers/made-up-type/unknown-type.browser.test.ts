// Tier: all
// Process: its own
// A type of field that the server has and its pages do not know.
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { copySources } from './copied-sources.ts';

const cases = 'test/trackers/made-up-type/unknown-cases.ts';
const copy = await copySources([
  cases,
  'test/trackers/made-up-type/page-world.ts',
  'test/web/journey.ts',
  'test/windows',
]);
await mkdir(join(copy, 'web'));
await symlink(new URL('../../../web/dist', import.meta.url).pathname, join(copy, 'web/dist'));
await import(pathToFileURL(join(copy, cases)).href);
after(() => rm(copy, { recursive: true }));
