// The house's arrows: what may import what. Run by `npm run lint`.
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-circular', 'One arrow: nothing points back.', {}, { circular: true }),
    rule(
      'lib-imports-npm-only',
      'src/lib knows nothing of the house.',
      { path: '^src/lib/' },
      { path: '^(src/(?!lib/)|indexer/|analytics/|migrations/)' },
    ),
    rule(
      'indexer-stands-alone',
      'indexer is a library of its own.',
      { path: '^indexer/' },
      { path: '^(src|analytics|migrations|scripts|test)/' },
    ),
    rule(
      'analytics-stands-alone',
      'analytics is a library of its own.',
      { path: '^analytics/' },
      { path: '^(src|indexer|migrations/(?!clickhouse/)|scripts|test)/' },
    ),
    rule(
      'indexer-by-its-index',
      'src reaches indexer by its index.ts only.',
      { path: '^src/' },
      { path: '^indexer/(?!index\\.ts$)' },
    ),
    rule(
      'analytics-by-its-index',
      'src reaches analytics by its index.ts only.',
      { path: '^src/' },
      { path: '^analytics/(?!index\\.ts$)' },
    ),
    rule(
      'service-not-service',
      'A service never imports a service.',
      { path: '\\.service\\.ts$' },
      { path: '\\.service\\.ts$' },
    ),
    rule(
      'repository-below',
      'Repositories know neither services nor routes nor HTTP.',
      { path: '\\.repository\\.ts$' },
      { path: '(\\.service\\.ts$|\\.routes\\.ts$|^src/http/)' },
    ),
    rule(
      'service-below-routes',
      'Services know nothing of routes.',
      { path: '\\.service\\.ts$' },
      { path: '\\.routes\\.ts$' },
    ),
    rule(
      'config-at-the-edge',
      'Only compose, the command line and main read configuration.',
      { path: '^src/(?!compose|main|cli|config)' },
      { path: '^src/config\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'compose-on-top',
      'Only the entry points import compose.',
      { path: '^src/(?!main|cli|compose|lifecycle)' },
      { path: '^src/compose\\.ts$' },
    ),
    rule(
      'product-not-tests',
      'Nothing that ships imports tests or scripts.',
      { path: '^(src|indexer|analytics|migrations)/' },
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
