// A type of field that nobody has, added as the others are: by one folder, and one line in the list of types.
// Process: its own
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { copySources } from './copied-sources.ts';

const cases = 'test/trackers/made-up-type/cases.ts';
const copy = await copySources([cases]);
await import(pathToFileURL(join(copy, cases)).href);
after(() => rm(copy, { recursive: true }));
