// Programs of Tepal's own that run in processes of their own.
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program in `name` beside a module, given by its `import.meta.url`: as source, or as the build made it. */
export const ownProgram = (moduleUrl: string, name: string): string =>
  fileURLToPath(new URL(`./${name}${extname(moduleUrl)}`, moduleUrl));
