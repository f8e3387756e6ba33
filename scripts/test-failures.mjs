// A reporter of node's test runner: the file of each test that failed by itself, one on each line. The runner asks for a default
// export.
import { fileURLToPath } from 'node:url';

const pathOf = (file = '') => (file.startsWith('file:') ? fileURLToPath(file) : file).replace(/\?\w+$/, '');

/** The file that is run as the test, see test-process.mjs, or the one that the test stands in. */
const fileOf = ({ name, file }) => (/^\S+\.test\.ts(?= on )/.exec(name) ?? [pathOf(file)])[0];

export default async function* reportFailures(source) {
  for await (const { type, data } of source) {
    const isOwn = data.details?.error?.failureType !== 'subtestsFailed';
    if (type === 'test:fail' && isOwn && data.todo === undefined) yield `${fileOf(data)}\n`;
  }
}
