// Stands in for node's test runner in a file of which a tier has some cases alone: others are not there. Which they are stands in
// this module's own address, as JSON, see ../test-runs.mjs.
import { it as anyIt, test as anyTest } from 'node:test';

export * from 'node:test';

const beginnings = JSON.parse(decodeURIComponent(new URL(import.meta.url).search.slice(1)));
const hasCase = (name) => beginnings.some((beginning) => name.startsWith(beginning));

export const it = (name, ...rest) => (hasCase(name) ? anyIt(name, ...rest) : undefined);
export const test = (name, ...rest) => (hasCase(name) ? anyTest(name, ...rest) : undefined);
