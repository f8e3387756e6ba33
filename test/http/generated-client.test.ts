// The client in samples/ is generated from the description that a server gives, compiled, and run against it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { startApp, testPassword } from '../support/harness.ts';
import { sampleFolder } from '../support/scenario.ts';

const root = join(import.meta.dirname, '../..');
const runFile = promisify(execFile);
const node = (...args: string[]) => runFile(process.execPath, args, { cwd: root, env: { NODE_NO_WARNINGS: '1' } });

it('a generated client compiles and works', async () => {
  const test = await startApp({ archives: [sampleFolder('scrum')] });
  // Packages are found from there.
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, 'node_modules/.cache/client-'));
  try {
    await test.call('/api/users/self', { as: 'ana' });
    await cp(join(root, 'samples/client'), folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const description = join(folder, 'openapi.json');
    await writeFile(description, (await test.call('/api/openapi.json')).text);
    const generator = 'node_modules/openapi-typescript/bin/cli.js';
    await node('--import', './scripts/typescript-6.mjs', generator, description, '-o', join(folder, 'api.d.ts'));
    const options = [
      '--ignoreConfig',
      '--strict',
      '--skipLibCheck',
      '--rewriteRelativeImportExtensions',
      '--types',
      'node',
    ];
    const kind = ['--module', 'nodenext', '--target', 'esnext'];
    await node('node_modules/typescript/bin/tsc', ...options, ...kind, join(folder, 'open-artifacts.ts'));
    const program = join(folder, 'open-artifacts.js');
    const { stdout } = await node(program, test.base, 'ana', testPassword, '101');
    assert.match(stdout, /^bug #\d+\t/m);
    assert.match(stdout, /comment: 200/);
  } finally {
    await rm(folder, { recursive: true });
    await test.close();
  }
});
