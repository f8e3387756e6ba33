// A process of tests: files that share it run one after another, each as a test of its own, which its hooks belong to.
import { test } from 'node:test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

const titles = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Loads a file in a test; the file's own tests wait until all of it is there, as they do without a test around them. */
async function runInside(context, load) {
  const { promise, resolve } = Promise.withResolvers();
  context.before(() => promise);
  try {
    await load();
  } finally {
    resolve();
  }
}

/** Runs the files on the engine. One file alone gets no test around it, so that `--test-name-pattern` reaches its own. */
export async function runFiles(engine, files) {
  process.env.TEST_DATABASE_ENGINE = engine;
  const load = (file) => import(pathToFileURL(join(root, file)).href);
  if (files.length > 1) {
    for (const file of files)
      void test(`${file} on ${titles[engine]}`, (context) => runInside(context, () => load(file)));
    return;
  }
  process.stdout.write(`\n${files[0]} on ${titles[engine]}\n`);
  await load(files[0]);
}
