/** What ships with Lectern may be shipped. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ofWhatShips } from '../../scripts/sbom/main.js';
import { isAllowed, licenceDocument, shippedPackages } from '../../scripts/licences/shipped-packages.js';

const packages = shippedPackages(resolve(import.meta.dirname, '../..'));

describe('packages that ship', () => {
  it('are those of production and those in the pages and the console, without those of development', () => {
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['koa', 'kysely', 'react', '@mantine/core', 'lit', 'scheduler']),
    );
    for (const name of ['vitest', 'eslint', 'playwright-core', 'typescript'])
      expect(names).not.toContain(name);
  });

  it('have licences that allow it', () => {
    expect(packages.filter((one) => !isAllowed(one))).toEqual([]);
    expect(isAllowed({ name: 'other', licence: 'LGPL-3.0-or-later' })).toBe(false);
    expect(isAllowed({ name: 'other', licence: 'MIT AND GPL-3.0' })).toBe(false);
    expect(isAllowed({ name: 'other', licence: '(GPL-3.0 OR MIT)' })).toBe(true);
  });

  it('are in the bill of materials, also those that npm takes for development', () => {
    const development = [{ name: 'cdx:npm:package:development', value: 'true' }];
    const bill = ofWhatShips(
      {
        components: [
          { 'bom-ref': 'koa@3' },
          { 'bom-ref': 'react@19', properties: development },
          { 'bom-ref': 'vitest@4', properties: development },
        ],
        dependencies: [
          { ref: 'lectern@0.1.0', dependsOn: ['koa@3', 'react@19', 'vitest@4'] },
          { ref: 'vitest@4', dependsOn: [] },
        ],
      },
      ['react@19'],
    );
    expect(bill.components.map((one) => one['bom-ref'])).toEqual(['koa@3', 'react@19']);
    expect(bill.dependencies).toEqual([{ ref: 'lectern@0.1.0', dependsOn: ['koa@3', 'react@19'] }]);
  });

  it('are listed with their texts', () => {
    const text = licenceDocument(packages);
    expect(text).toContain('koa ');
    expect(text).toContain('Permission is hereby granted, free of charge');
  });
});
