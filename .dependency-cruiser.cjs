// What may import what, between folders. Run by `npm run lint`; docs/architecture.md has the picture.
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** From the top down: a context imports those below it, never one above. */
const CONTEXTS = [
  'backup',
  'console',
  'search-admin',
  'public',
  'samples',
  'home',
  'engagement',
  'processing',
  'publishing',
  'search',
  'trash',
  'import',
  'bulk',
  'suggestions',
  'transcripts',
  'content',
  'webhooks',
  'identity',
  'platform',
];

/** Contexts above transcripts that still lie in content, and the module that wires them. */
const STILL_IN_CONTENT = '^src/content/(bulk|import|suggestions|content\\.module\\.ts)';

const layers = CONTEXTS.slice(1).map((context, i) =>
  rule(
    `${context}-imports-down`,
    'A context never imports one above it.',
    { path: `^src/${context}/`, pathNot: STILL_IN_CONTENT },
    { path: `^src/(${CONTEXTS.slice(0, i + 1).join('|')})/` },
  ),
);

/** The rooms of the indexer, in the same order. */
const ROOMS = [
  'search-thread',
  'search',
  'autocomplete',
  'outline',
  'ranking',
  'query',
  'engines',
  'scripture',
  'spelling',
  'embedding',
  'chunking',
  'text',
  'ports',
];
const inRoom = (room) => `^indexer/${room}(/|\\.ts$)`;

const rooms = ROOMS.slice(1).map((room, i) =>
  rule(
    `indexer-${room}-imports-down`,
    'A room of the indexer never imports one above it.',
    { path: inRoom(room) },
    { path: inRoom(`(index|index-item|${ROOMS.slice(0, i + 1).join('|')})`) },
  ),
);

/** The rooms of the transcripts, and the families of their formats, in the same order. */
const TRANSCRIPT_ROOMS = {
  '': ['drafts', 'editing', 'reading', 'stored', 'formats'],
  'formats/': ['speech', 'documents', 'captions', 'text', 'parsing', 'segments'],
};
const transcriptRooms = Object.entries(TRANSCRIPT_ROOMS).flatMap(([folder, names]) =>
  names
    .slice(1)
    .map((room, i) =>
      rule(
        `transcripts-${room}-imports-down`,
        'A room of the transcripts never imports one above it.',
        { path: `^src/transcripts/${folder}${room}/` },
        { path: `^src/transcripts/${folder}(${names.slice(0, i + 1).join('|')})/` },
      ),
    ),
);

/** A folder imports those inside it, never the reverse. One rule for each depth. */
const upwards = [1, 2, 3, 4, 5].map((depth) =>
  rule(
    `parent-imports-child-${depth}`,
    'A file never imports one that lies in a folder around its own.',
    { path: `^((?:src|analytics|workers)${'/[^/]+'.repeat(depth - 1)})/[^/]+/`, pathNot: '^src/cli/' },
    { path: '^$1/[^/]+\\.ts$' },
  ),
);

module.exports = {
  forbidden: [
    ...layers,
    ...rooms,
    ...transcriptRooms,
    ...upwards,
    rule('no-circular', 'No file imports itself by way of others.', {}, { circular: true }),
    {
      name: 'no-circular-folders',
      comment: 'No two folders import each other.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(src|indexer|analytics|web)(/|$)' },
      to: { circular: true },
    },
    rule(
      'contexts-below-the-app',
      'Contexts know neither the configuration nor the app that joins them: they are handed what they use.',
      { path: `^src/(${CONTEXTS.join('|')})/` },
      { path: '^src/([^/]+\\.ts$|config/)' },
    ),
    rule(
      'nothing-imports-the-command-line',
      'The command line starts the app, and nothing that the app consists of knows it.',
      { path: '^src/(?!cli/)' },
      { path: '^src/cli/' },
    ),
    rule(
      'libraries-by-their-index',
      'indexer and analytics are reached by their index.ts only.',
      { path: '^(src|scripts|migrations)/' },
      { path: '^(indexer|analytics)/(?!index\\.ts$)' },
    ),
    rule(
      'rooms-of-the-indexer-import-its-ports',
      'Of the files at its root, rooms of the indexer import ports.ts only; the thread runs search.ts.',
      { path: '^indexer/[^/]+/', pathNot: '^indexer/search-thread/' },
      { path: '^indexer/(?!ports\\.ts$)[^/]+\\.ts$' },
    ),
    rule(
      'libraries-stand-alone',
      'indexer and analytics import neither src nor each other.',
      { path: '^(indexer|analytics)/' },
      { path: '^(src|scripts|test|migrations/(?!clickhouse/))/' },
    ),
    rule(
      'indexer-not-analytics',
      'indexer does not import analytics.',
      { path: '^indexer/' },
      { path: '^analytics/' },
    ),
    rule(
      'analytics-not-indexer',
      'analytics does not import indexer.',
      { path: '^analytics/' },
      { path: '^indexer/' },
    ),
    rule(
      'shared-libraries-stand-alone',
      'sqlite and workers import nothing of the project: src, indexer and analytics share them.',
      { path: '^(sqlite|workers)/' },
      { path: '^(src|indexer|analytics|migrations|scripts|client|strings|test|web)/' },
    ),
    rule(
      'workers-by-its-index',
      'workers is reached by its index.ts only.',
      { path: '^(src|indexer|analytics|scripts|test)/' },
      { path: '^workers/(?!index\\.ts$)' },
    ),
    rule(
      'shared-libraries-apart',
      'sqlite and workers do not import each other.',
      { path: '^(sqlite|workers)/' },
      { path: '^(sqlite|workers)/', pathNot: '^$1/' },
    ),
    rule(
      'roles',
      'A service imports no service and no routes; a repository no service, no routes and no HTTP.',
      { path: '\\.(service|repository)\\.ts$' },
      // Importing the type of a service that is passed in is allowed.
      { path: '\\.(service|routes)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'product-not-tests',
      'Nothing that ships imports tests or scripts.',
      { path: '^(src|indexer|analytics|migrations|client|sqlite|workers)/' },
      { path: '^(test|scripts)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js'],
    },
  },
};
