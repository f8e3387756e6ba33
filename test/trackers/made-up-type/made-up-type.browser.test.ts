// Tier: all
// Process: its own
// A type of field that nobody has, on pages that know it by one folder and one line: all that they do with others.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { addToPages, copySources } from './copied-sources.ts';

const cases = 'test/trackers/made-up-type/page-cases.ts';
const copy = await copySources([
  cases,
  'test/trackers/made-up-type/page-world.ts',
  'test/web/journey.ts',
  'test/windows',
  'web',
  'scripts',
  'bin',
  'package-lock.json',
  'tsconfig.json',
]);
await addToPages(copy);
await promisify(execFile)(process.execPath, ['scripts/build-web.mjs'], { cwd: copy });
await import(pathToFileURL(join(copy, cases)).href);
after(() => rm(copy, { recursive: true }));
