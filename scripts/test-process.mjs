// A process of tests: files that share it run one after another, each as a test of its own, which its hooks belong to.
import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/** What a process may still be busy with once all its tests have ended. */
const endTimeoutMs = 10_000;

const titles = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** The async id of the test around the file that runs. */
const fileScope = new AsyncLocalStorage();

/**
 * Node's test runner follows every promise, to know which test runs it: 1.8 us each, a tenth of all processor time of the
 * tests. Here it follows tests alone; what is called after an `await` belongs to the file.
 */
function followTestsAlone() {
  const { createHook, executionAsyncId } = asyncHooks;
  const testIds = new Set();
  asyncHooks.createHook = ({ init }) =>
    createHook({
      init(id, type, ...rest) {
        if (type !== 'Test') return;
        testIds.add(id);
        init(id, type, ...rest);
      },
      trackPromises: false,
    });
  asyncHooks.executionAsyncId = () => {
    const id = executionAsyncId();
    return testIds.has(id) ? id : (fileScope.getStore() ?? id);
  };
}

// Ten frames, the default, often are the query builder's alone.
Error.stackTraceLimit = 40;
followTestsAlone();
// The runner takes those functions when it is loaded.
const { test } = await import('node:test');

/** Loads a file in a test; the file's own tests wait until all of it is there, as they do without a test around them. */
async function runInside(context, load) {
  const { promise, resolve } = Promise.withResolvers();
  context.before(() => promise);
  try {
    await fileScope.run(asyncHooks.executionAsyncId(), load);
  } finally {
    resolve();
  }
}

/** Ends this process, as failed, if something that a test left behind keeps it. */
function endSoon() {
  const end = () => {
    process.stderr.write(`Left behind by a test: ${process.getActiveResourcesInfo().join(', ')}\n`);
    process.exit(1);
  };
  setTimeout(end, endTimeoutMs).unref();
}

const testFolder = pathToFileURL(join(root, 'test/')).href;
/** Modules that only tests have. */
const isOfTests = (url) => url.startsWith(testFolder) || /\.(?:test|testing|fixture)\.ts$/.test(url);

/** By the address of a file, that of what stands in for the test runner there, see testing/cases.mjs. */
const runners = new Map();

/** What a module of tests imports of its kind is of its engine too: it is there once for each, the product's modules once. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const runner = specifier === 'node:test' ? runners.get(context.parentURL) : undefined;
    if (runner !== undefined) return { url: runner, shortCircuit: true };
    const found = nextResolve(specifier, context);
    const [engine] = /\?(?:sqlite|postgres)$/.exec(context.parentURL ?? '') ?? [];
    return engine !== undefined && isOfTests(found.url) ? { ...found, url: found.url + engine } : found;
  },
});

function load({ file, engine, cases }) {
  process.env.TEST_DATABASE_ENGINE = engine;
  const url = `${pathToFileURL(join(root, file)).href}?${engine}`;
  const runner = new URL('testing/cases.mjs', import.meta.url).href;
  if (cases !== undefined) runners.set(url, `${runner}?${encodeURIComponent(JSON.stringify(cases))}`);
  return import(url);
}

/**
 * Runs the files of each pass on its engine, with some of their cases alone where `cases` names them. One file alone gets no test around it, so that `--test-name-pattern` reaches
 * its own.
 */
export async function runPasses(passes) {
  const all = passes.flatMap(({ engine, files, cases }) =>
    files.map((file) => ({ engine, file, cases: cases?.[file] })),
  );
  const [{ engine, file }] = all;
  if (all.length === 1) {
    process.stdout.write(`\n${file} on ${titles[engine]}\n`);
    await load(all[0]);
    return;
  }
  const ends = all.map((one) =>
    test(`${one.file} on ${titles[one.engine]}`, (context) => runInside(context, () => load(one))),
  );
  void Promise.all(ends).then(endSoon);
}
