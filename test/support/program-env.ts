// How tests start the program.
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export const sourcePath = join(root, 'src/main.ts');

/** The program that tests start: of a run of all tests the built one, which loads in half the time, else the sources. */
export const programPath = process.env['TEST_PROGRAM'] ?? sourcePath;

/**
 * What a program that a test starts takes over from the test's own process: none of its TEPAL_ variables, but what lets it
 * start quickly, for compiling the sources anew takes longer than most commands.
 */
export const programEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/compile'),
  NODE_OPTIONS: process.env['NODE_OPTIONS'],
};
