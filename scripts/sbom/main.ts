/**
 * `npm run sbom`: writes a bill of materials (CycloneDX) of what ships to dist/sbom.cdx.json. npm counts what is built
 * into the pages and the console as development, so `npm sbom --omit dev` would leave it out.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../src/platform/lib/package-folder.js';
import { shippedPackages } from '../licences/shipped-packages.js';

interface Bill {
  components: { 'bom-ref': string; properties?: { name: string; value: string }[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const MAX_BYTES = 64 * 1_024 * 1_024;

export const main = (): number => {
  const root = packageFolder();
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const all = JSON.parse(
    execFileSync('npm', args, { cwd: root, maxBuffer: MAX_BYTES, encoding: 'utf8' }),
  ) as Bill;
  const bill = ofWhatShips(
    all,
    shippedPackages(root).map(({ name, version }) => `${name}@${version}`),
  );
  const file = join(root, 'dist', 'sbom.cdx.json');
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} packages: ${file}`);
  return 0;
};

/** @param shipped `name@version` of packages that ship although they are of development */
export const ofWhatShips = (all: Bill, shipped: readonly string[]): Bill => {
  const components = all.components.filter(
    ({ 'bom-ref': ref, properties = [] }) =>
      shipped.includes(ref) || !properties.some(({ name }) => name === 'cdx:npm:package:development'),
  );
  const kept = new Set(components.map(({ 'bom-ref': ref }) => ref));
  const dependencies = all.dependencies
    // The first one is the program itself.
    .filter(({ ref }, at) => at === 0 || kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
  return { ...all, components, dependencies };
};
