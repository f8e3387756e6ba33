// The packages that become a part of the built program, with what they use: those that every start loads, for finding their modules
// takes longer than running them, and those that ask for a Node.js which the npm that installs Tepal need not run on. They are
// dependencies for development, so npm brings none of them along.

/** Every start loads them; a bundle for tests, too. */
export const startPackages = [
  'cookie',
  'fast-json-stringify',
  'find-my-way',
  'kysely',
  'lru-cache',
  'markdown-it',
  'pg',
  'sanitize-html',
  'saxes',
  'typebox',
];

export const bundledPackages = [...startPackages, 'file-type', 'ldapts'];

/** What they use and both share with others, or that need not be installed. */
export const unbundledPackages = ['pino', 'pg-native'];
