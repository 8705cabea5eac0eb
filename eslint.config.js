// Lint: typed TypeScript rules, short functions, and the rule that only config.ts reads the environment.
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const MAX_FUNCTION_LINES = 60;

/**
 * Like `max-lines-per-function` without blank lines and comments, but the named functions inside a function count for
 * themselves: a factory such as `createItemService` declares what its object can do.
 */
const maxFunctionLines = {
  meta: { messages: { long: '{{name}} has {{lines}} lines of its own; at most {{max}} are allowed.' } },
  create: (context) => {
    const isNamed = ({ type, parent }) =>
      type === 'FunctionDeclaration' || ['VariableDeclarator', 'Property'].includes(parent.type);
    /** Lines with code of each function around the current node, outside in. */
    const around = [];
    const enter = (node) => {
      const lines = new Set();
      for (const { loc } of context.sourceCode.getTokens(node))
        for (let line = loc.start.line; line <= loc.end.line; line++) lines.add(line);
      if (isNamed(node))
        for (const outer of around)
          for (const line of lines) if (line > node.loc.start.line) outer.delete(line);
      around.push(lines);
    };
    const leave = (node) => {
      const lines = around.pop().size;
      const name = node.id?.name ?? node.parent.id?.name ?? node.parent.key?.name ?? 'The function';
      if (lines > MAX_FUNCTION_LINES)
        context.report({ node, messageId: 'long', data: { name, lines, max: MAX_FUNCTION_LINES } });
    };
    return { ':function': enter, ':function:exit': leave };
  },
};

/** A literal that is spread into another one saves lines and nothing else: its parts belong in the other. */
const noLiteralSpread = {
  meta: { messages: { literal: 'Write the parts of this literal where it is spread.' } },
  create: (context) => {
    const refuse = (node) => {
      if (['ObjectExpression', 'ArrayExpression'].includes(node.argument.type))
        context.report({ node, messageId: 'literal' });
    };
    return { SpreadElement: refuse };
  },
};

const lectern = { rules: { 'max-function-lines': maxFunctionLines, 'no-literal-spread': noLiteralSpread } };

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'data/',
      'models/',
      'coverage/',
      'test-results/',
      'client/*-api.ts',
      'client/elements.d.ts',
      'indexer/engines/embedded/assembly/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      'max-lines': ['error', { max: 500 }],
      // Prettier keeps the code within its width, but not comments.
      'max-len': ['error', { code: 1000, comments: 120, ignoreUrls: true }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/config/config.ts reads the environment.' },
        { object: 'process', property: 'exit', message: 'Only src/cli/main.ts exits.' },
      ],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ['sqlite/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['better-sqlite3', 'better-sqlite3-13'].map((name) => ({
            name,
            message: 'Only sqlite/driver.ts imports it: it chooses the version that runs on this Node.',
          })),
        },
      ],
    },
  },
  {
    files: ['{src,indexer,analytics,workers}/**/*.ts'],
    // Declarations: endpoints, commands, settings, and modules.
    ignores: [
      'src/**/*.{routes,module}.ts',
      'src/platform/http/endpoint/record-endpoints.ts',
      'src/cli/commands.ts',
      'src/app.ts',
      'src/config/config.ts',
    ],
    plugins: { lectern },
    rules: { 'lectern/max-function-lines': 'error' },
  },
  {
    files: ['{src,indexer,analytics,workers,sqlite,strings,web}/**/*.{ts,tsx}'],
    ignores: ['indexer/query/**'],
    plugins: { lectern },
    rules: { 'lectern/no-literal-spread': 'error' },
  },
  {
    files: ['scripts/**', 'test/**', '*.config.*', 'src/cli/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // Tests read responses of the API without types.
    files: ['test/**', 'scripts/fuzz/**', 'scripts/abuse/**', 'scripts/soak/**'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
  {
    files: ['src/config/config.ts', 'src/cli/main.ts', 'scripts/**', 'test/**', '*.config.*'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        Buffer: 'readonly',
        performance: 'readonly',
        process: 'readonly',
        setInterval: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        AbortController: 'readonly',
        module: 'writable',
      },
    },
  },
  prettier,
);
