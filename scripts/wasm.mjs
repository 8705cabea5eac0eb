/** `npm run wasm`: compiles the AssemblyScript of indexer/engines/embedded/assembly into indexer/engines/embedded/scan-module.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = 'indexer/engines/embedded/assembly/scan.ts';
const TARGET = join(ROOT, 'indexer/engines/embedded/scan-module.ts');
const OPTIONS =
  '-O3 --noAssert --runtime stub --importMemory --sharedMemory --initialMemory 1 --maximumMemory 65536 --enable simd,threads';

/** @returns the text of scan-module.ts */
export const compiled = async () => {
  let binary;
  const { error, stderr } = await asc.main([SOURCE, '--outFile', 'scan.wasm', ...OPTIONS.split(' ')], {
    readFile: (name) => (name === SOURCE ? readFileSync(join(ROOT, SOURCE), 'utf8') : null),
    writeFile: (_, contents) => (binary = contents),
    listFiles: () => [],
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  return [
    '/** WebAssembly of assembly/scan.ts, written by `npm run wasm`. */',
    `export const SCAN_MODULE =\n  '${Buffer.from(binary).toString('base64')}';`,
    '',
  ].join('\n');
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(TARGET, await compiled());
