import { join } from 'node:path';

/**
 * What a program that a test starts takes over from the test's own process: none of its TEPAL_ variables, but what lets it
 * start quickly, for compiling the sources anew takes longer than most commands.
 */
export const programEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(import.meta.dirname, '../node_modules/.cache/compile'),
  NODE_OPTIONS: process.env['NODE_OPTIONS'],
};
