// Who may import whom (docs: ARCHITECTURE.md): main -> commands -> app -> features -> platform -> packages, never back.
// Type imports count like any other. Tests are outside the layers, but nothing imports a test.
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { bundledPackages } = require('./scripts/bundled-packages.mjs');

// A feature may use those before it, at their index.ts. A new folder under src/features takes its place here.
const featureOrder = [
  'audit',
  'site',
  'people',
  'first-start',
  'banner',
  'legal',
  'housekeeping',
  'projects',
  'invitations',
  'membership-expiry',
  'directory',
  'tools',
  'trackers',
  'labels',
  'storage',
  'attachments',
  'logo',
  'artifacts',
  'join-requests',
  'reports',
  'archive',
  'planning',
  'kanban',
  'cardwall',
  'program',
  'backup',
  'registration',
  'crosstracker',
  'dashboards',
  'roadmap',
  'recently-viewed',
  'presence',
  'notifications',
  'source-control',
  'pull-requests',
  'mail-gateway',
  'search',
  'events',
  'operations',
  'agents',
  'docs',
  'explorer',
  'pages',
];

const features = readdirSync(join(__dirname, 'src/features'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const unplaced = features.filter((name) => !featureOrder.includes(name));
if (unplaced.length > 0) {
  throw new Error(`.dependency-cruiser.cjs: give ${unplaced.join(', ')} a place in featureOrder.`);
}

// Rooms of a slice: each may use those before it. What lies beside the rooms puts them together; no room uses it.
const roomOrder = {
  'src/features/artifacts': [
    'artifact',
    'ranking',
    'workflow',
    'permissions',
    'semantics',
    'comments',
    'history',
    'links',
    'computed',
    'rendering',
    'query',
    'changes',
    'lists',
    'lifecycle',
    'bulk',
    'statistics',
  ],
  'src/features/artifacts/query': ['language', 'engine', 'text-search', 'sorting'],
  'src/features/trackers': ['definition', 'fields', 'workflow', 'trackers', 'link-types', 'administration'],
  'src/features/people': ['accounts', 'passwords', 'credentials', 'recovery', 'signing-in', 'changing', 'preferences'],
  'src/features/source-control': [
    'commits',
    'repositories',
    'svn',
    'cvs',
    'transfers',
    'lfs',
    'archives',
    'contents',
    'browsing',
    'code-search',
  ],
  'src/features/archive': [
    'xml',
    'model',
    'concepts',
    'outcomes',
    'reading',
    'planning-users',
    'importing',
    'exporting',
    'erasing',
    'templates',
  ],
  'src/platform/http': ['formats', 'routes', 'answers', 'limits', 'pipeline', 'endpoints'],
  'src/platform/database': ['sessions', 'sqlite', 'postgres', 'copying'],
  'src/features/projects': ['groups', 'projects', 'members', 'references', 'services', 'overview', 'administration'],
  'src/features/events': ['log', 'webhooks'],
  'src/features/mail-gateway': ['messages'],
  'src/features/operations': ['health', 'log', 'mass-mail', 'measures', 'long-operations', 'summary'],
  'src/features/search': ['words', 'documents'],
};

for (const [slice, rooms] of Object.entries(roomOrder)) {
  const found = readdirSync(join(__dirname, slice), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const unplaced = found.map(({ name }) => name).filter((name) => !rooms.includes(name));
  if (unplaced.length > 0) throw new Error(`.dependency-cruiser.cjs: give ${unplaced.join(', ')} a place in ${slice}.`);
}

// Rooms of these slices are things, each from its rows to its routes: services and routes may use every room of their slice.
const slicesOfThings = ['src/features/artifacts', 'src/features/trackers'];

const tests = String.raw`\.test\.ts$|(^|/)testing/|\.(testing|fixture)\.ts$`;
const anyOf = (names) => `(${names.join('|')})`;

const forbidden = [
  {
    name: 'no-circular',
    comment: 'Modules that need each other are one module, or hide a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'nothing-imports-main',
    from: {},
    to: { path: '^src/main[.]ts$' },
  },
  {
    name: 'only-main-imports-commands',
    from: { path: '^src/', pathNot: ['^src/main[.]ts$', '^src/commands/', tests] },
    to: { path: '^src/commands/' },
  },
  {
    name: 'only-main-and-commands-import-app',
    from: { path: '^src/', pathNot: ['^src/(main|app)[.]ts$', '^src/commands/', '^src/app/', tests] },
    to: { path: '^src/app([.]ts$|/)' },
  },
  {
    name: 'only-app-imports-the-feature-list',
    from: { path: '^src/', pathNot: ['^src/app([.]ts$|/)', '^src/commands/', tests] },
    to: { path: '^src/features[.]ts$' },
  },
  {
    name: 'only-the-feature-list-imports-its-parts',
    from: { path: '^src/', pathNot: ['^src/features[.]ts$', tests] },
    to: { path: '^src/parts[.]ts$' },
  },
  {
    name: 'platform-knows-no-feature',
    comment: 'The platform could serve another product; it imports itself and packages.',
    from: { path: '^src/platform/', pathNot: tests },
    to: { path: '^src/(features|parts|commands|migrations|settings|app|main)' },
  },
  {
    name: 'settings-know-of-features-what-they-declare',
    from: { path: '^src/settings/', pathNot: tests },
    to: {
      path: '^src/(features|parts|commands|migrations|app|main)',
      pathNot: '^src/features/[^/]+/[^/]+[.]settings[.]ts$',
    },
  },
  {
    name: 'only-the-list-of-settings-sums-those-of-features',
    from: { path: '^src/', pathNot: ['^src/settings/registry[.]ts$', tests] },
    to: { path: '^src/features/[^/]+/[^/]+[.]settings[.]ts$' },
  },
  {
    name: 'settings-of-features-are-declarations-alone',
    from: { path: '^src/features/[^/]+/[^/]+[.]settings[.]ts$' },
    to: { path: '^src/', pathNot: '^src/(settings/(declare|machinery-settings)[.]ts$|platform/)' },
  },
  {
    name: 'features-stay-below-the-composition-root',
    from: { path: '^src/features/', pathNot: tests },
    to: { path: '^src/(commands|app|main|parts|features[.]ts)' },
  },
  {
    name: 'feature-by-its-front-door',
    from: { path: '^src/features/([^/]+)/', pathNot: tests },
    to: { path: '^src/features/', pathNot: ['^src/features/$1/', '^src/features/[^/]+/index[.]ts$'] },
  },
  {
    name: 'features-from-outside-by-their-front-door',
    from: { path: '^src/(main|app|features|parts)[.]ts$|^src/(commands|app)/', pathNot: tests },
    to: { path: '^src/features/', pathNot: '^src/features/[^/]+/index[.]ts$' },
  },
  ...featureOrder.slice(0, -1).map((name, position) => ({
    name: `feature-order-${name}`,
    comment: 'A lower feature tells a higher one by a typed event, connected in app.ts.',
    from: { path: `^src/features/${name}/`, pathNot: tests },
    to: { path: `^src/features/${anyOf(featureOrder.slice(position + 1))}/` },
  })),
  ...Object.entries(roomOrder).flatMap(([slice, rooms]) =>
    rooms.slice(0, -1).map((room, position) => ({
      name: `room-order-${slice.split('/').at(-1)}-${room}`,
      from: {
        path: `^${slice}/${room}/`,
        pathNot: slicesOfThings.includes(slice) ? [tests, '[.](service|routes)[.]ts$'] : tests,
      },
      to: { path: `^${slice}/${anyOf(rooms.slice(position + 1))}/` },
    })),
  ),
  ...Object.entries(roomOrder).map(([slice, rooms]) => ({
    name: `rooms-of-${slice.split('/').at(-1)}-know-nothing-beside-them`,
    from: { path: `^${slice}/${anyOf(rooms)}/`, pathNot: tests },
    to: { path: `^${slice}/[^/]+$` },
  })),
  {
    name: 'queries-over-artifacts-by-their-front-door',
    from: { path: '^src/features/artifacts/', pathNot: ['^src/features/artifacts/query/', tests] },
    to: { path: '^src/features/artifacts/query/', pathNot: '^src/features/artifacts/query/index[.]ts$' },
  },
  {
    name: 'routes-use-services',
    comment: 'A route calls one service; SQL stays behind it.',
    from: { path: '[.]routes[.]ts$' },
    to: { path: '[.]store[.]ts$|^node_modules/kysely/' },
  },
  {
    name: 'stores-know-no-rules-and-no-http',
    from: { path: '[.]store[.]ts$' },
    to: { path: '[.](service|routes|view)[.]ts$|^node_modules/(fastify|@fastify)/' },
  },
  {
    name: 'services-know-no-http',
    from: { path: '[.]service[.]ts$' },
    to: { path: '[.]routes[.]ts$|^node_modules/(fastify|@fastify)/' },
  },
  {
    name: 'kysely-in-stores-only',
    from: {
      path: '^src/',
      pathNot: ['[.](store|tables)[.]ts$', '^src/migrations/', '^src/platform/database/', tests],
    },
    to: { path: '^node_modules/kysely/' },
  },
  {
    name: 'markup-is-parsed-in-one-place',
    comment: 'Parsers of markup run where bounds, a thread and a deadline hold them.',
    from: {
      path: '^src/',
      pathNot: ['^src/platform/markup/(clean-html|elements|raw-html|render-markup)[.]ts$', tests],
    },
    to: { path: '^node_modules/(@types/)?(markdown-it|sanitize-html)/' },
  },
  {
    name: 'markup-by-its-front-door',
    from: { path: '^src/', pathNot: ['^src/platform/markup/', tests] },
    to: { path: '^src/platform/markup/', pathNot: '^src/platform/markup/index[.]ts$' },
  },
  {
    name: 'migrations-stand-alone',
    comment: 'A released migration never changes, so it depends on nothing that may.',
    from: { path: '^src/migrations/', pathNot: tests },
    to: { path: '^src/', pathNot: ['^src/migrations/', '^src/platform/database/'] },
  },
  {
    name: 'settings-touch-files-in-few-places',
    from: { path: '^src/settings/', pathNot: ['^src/settings/(load|edit|carried|replace-file)[.]ts$', tests] },
    to: { path: '^(node:)?fs(/promises)?$' },
  },
  {
    name: 'nothing-imports-a-test',
    from: { path: '^(src|web|bin|scripts)/', pathNot: tests },
    to: { path: tests },
  },
  {
    name: 'no-development-packages',
    comment: 'What the published package imports is among its dependencies, or in it: scripts/bundled-packages.mjs.',
    from: { path: '^src/', pathNot: tests },
    to: {
      pathNot: bundledPackages.map((name) => `^node_modules/${name}/`),
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'programs-are-started-in-one-place',
    comment: 'Whoever starts a program is held while the memory tables of the process are copied (docs/adr/0070).',
    from: {
      path: '^src/',
      pathNot: ['^src/platform/programs/', '^src/commands/serving/sample-code[.]ts$', tests],
    },
    to: { path: '^(node:)?child_process$' },
  },
  {
    name: 'pages-know-no-server',
    comment: 'Pages speak to the public API alone.',
    from: { path: '^web/', pathNot: tests },
    to: { path: '^(src|test|bench|scripts)/' },
  },
  {
    name: 'server-knows-no-page-source',
    from: { path: '^src/', pathNot: tests },
    to: { path: '^web/' },
  },
  {
    name: 'page-platform-is-below',
    from: { path: '^web/platform/', pathNot: tests },
    to: { path: '^web/(ui|features|drawing|app[.]tsx|main[.]tsx)' },
  },
  {
    name: 'page-ui-knows-no-feature',
    from: { path: '^web/ui/', pathNot: tests },
    to: { path: '^web/(features|drawing|app[.]tsx|main[.]tsx)' },
  },
  {
    name: 'page-texts-and-styles-know-no-code',
    from: { path: '^web/(locales|styles)/', pathNot: tests },
    to: { path: '^web/', pathNot: '^web/(locales|styles)/' },
  },
  {
    name: 'only-the-document-imports-the-application',
    from: { path: '^web/', pathNot: ['^web/main[.]tsx$', tests] },
    to: { path: '^web/app[.]tsx$' },
  },
  {
    name: 'page-features-stay-below-the-application',
    from: { path: '^web/features/', pathNot: tests },
    to: { path: '^web/((app|main)[.]tsx$|drawing/)' },
  },
  {
    name: 'page-feature-by-its-front-door',
    from: { path: '^web/features/([^/]+)/', pathNot: tests },
    to: { path: '^web/features/', pathNot: ['^web/features/$1/', '^web/features/[^/]+/index[.]ts$'] },
  },
  {
    name: 'no-unresolvable',
    from: {},
    to: { couldNotResolve: true },
  },
];

module.exports = {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
