// The packages that every start loads: finding the modules of them, and of what they use, takes longer than running them. They
// become a part of the built program, and a bundle for tests.

export const bundledPackages = [
  'cookie',
  'fast-json-stringify',
  'fastify',
  'kysely',
  'markdown-it',
  'pg',
  'sanitize-html',
  'saxes',
  'typebox',
];

/** What they use and both share with others, or that need not be installed. */
export const unbundledPackages = ['pino', 'pg-native'];
