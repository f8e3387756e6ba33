// `npm run dev [-- --port 5173 --target http://127.0.0.1:8080]`: the pages with hot reload, beside a Tepal that runs.
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { writeWebTypes } from './web-types.mjs';

ensureInstalled();
const { values } = parseArgs({
  options: { port: { type: 'string', default: '5173' }, target: { type: 'string', default: 'http://127.0.0.1:8080' } },
});
await writeWebTypes();
const { serveWeb } = await import('./web.mjs');
await serveWeb({ port: Number(values.port), target: values.target });
