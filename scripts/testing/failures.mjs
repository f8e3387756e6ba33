// A reporter of node's test runner: the file of each test that failed by itself, one on each line. The runner asks for a default
// export.
import { fileURLToPath } from 'node:url';

const pathOf = (file = '') => (file.startsWith('file:') ? fileURLToPath(file) : file).replace(/\?\w+$/, '');

/** The file that is run as the test, see test-process.mjs; undefined where the test is of another kind. */
const ranFile = ({ name }) => /^\S+\.test\.ts(?= on )/.exec(name)?.[0];

/** The file that a failure stands in; undefined where a test around it says so. */
function findFile(data) {
  const stands = pathOf(data.file);
  const isOwn = data.details?.error?.failureType !== 'subtestsFailed';
  return ranFile(data) ?? (isOwn && !stands.endsWith('/testing/cases.mjs') ? stands : undefined);
}

export default async function* reportFailures(source) {
  for await (const { type, data } of source) {
    const file = type === 'test:fail' && data.todo === undefined ? findFile(data) : undefined;
    if (file !== undefined) yield `${file}\n`;
  }
}
