// Loaded before the program: brings its modules into memory and waits for a word on standard input.
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import '../../src/commands/index.ts';

// A process that is killed would keep nothing for the next one.
flushCompileCache();
await once(process.stdin, 'data');
process.stdin.destroy();
