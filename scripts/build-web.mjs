// Builds the pages; `--release` packs them as small as they get. Run by the pinned Node.js; see web.mjs.
import { buildWeb } from './web.mjs';

await buildWeb(process.argv.includes('--release'));
