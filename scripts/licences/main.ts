/** `npm run licences`: writes the licences of what ships to dist/LICENCES.txt, and fails for one that is not allowed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../src/platform/lib/package-folder.js';
import { isAllowed, licenceDocument, shippedPackages } from './shipped-packages.js';

export const main = (): number => {
  const root = packageFolder();
  const packages = shippedPackages(root);
  const file = join(root, 'dist', 'LICENCES.txt');
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(file, licenceDocument(packages));
  console.log(`${packages.length} packages: ${file}`);
  const refused = packages.filter((one) => !isAllowed(one));
  for (const { name, version, licence } of refused)
    console.error(`${name} ${version} has a licence that is not allowed: ${licence}`);
  return refused.length > 0 ? 1 : 0;
};
