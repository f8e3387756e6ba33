// `npm run dev [-- --port 5173] [--target ADDRESS] [--data DIR]`: the server on sample projects, which starts again when its sources change,
// and in front of it the pages with hot reload. With --target, the pages in front of a Tepal that runs elsewhere.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './install.mjs';
import { writeWebTypes } from './web-types.mjs';

const serverPort = 8080;
/** Editors write a file in several steps, and one change often touches several files, in ms. */
const settleMs = 150;

ensureInstalled();
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '5173' },
    target: { type: 'string' },
    data: { type: 'string', default: 'data' },
  },
});

/** Runs the server, and again when a file of `src` has changed. Node's own --watch adds messages to those of worker threads. */
function keepServerRunning() {
  let server;
  let settling;
  const start = () => {
    server = spawn(pinnedNode, ['src/main.ts', 'evaluate', '--port', String(serverPort), '--data', values.data], {
      cwd: root,
      env: pinnedEnv,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  };
  const restart = () => {
    const isRunning = server.exitCode === null && server.signalCode === null;
    if (!isRunning) return start();
    server.once('exit', start);
    server.kill();
    return undefined;
  };
  start();
  watch(join(root, 'src'), { recursive: true }, (_event, name) => {
    if (!/\.(?:ts|sql|json)$/.test(name ?? '') || /\.(?:test|testing|fixture)\.ts$/.test(name)) return;
    clearTimeout(settling);
    settling = setTimeout(restart, settleMs);
  });
  process.once('exit', () => server.kill());
}

if (values.target === undefined) keepServerRunning();
await writeWebTypes();
const { serveWeb } = await import('./web.mjs');
await serveWeb({ port: Number(values.port), target: values.target ?? `http://127.0.0.1:${serverPort}` });
