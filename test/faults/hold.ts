// Loaded before the program: brings its modules into memory and waits for a word on standard input.
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { sourcePath } from '../support/program-env.ts';

const program = process.argv[1] ?? '';
const modules = program === sourcePath ? 'commands/index.ts' : 'commands.js';
await import(new URL(modules, pathToFileURL(program)).href);
// A process that is killed would keep nothing for the next one.
flushCompileCache();
await once(process.stdin, 'data');
process.stdin.destroy();
