/** The part of `lectern doctor` about the search index: whether it agrees with the database, and its memory. */
import { memoryNeeded } from '../../indexer/index.js';
import type { App } from '../app.js';
import { mebibytes, type Finding } from './doctor-finding.js';
import { indexMetrics, type Server } from './doctor-server.js';

export const checkConsistency = async (app: App, repair: boolean): Promise<Finding> => {
  const name = 'search index';
  const { checked, differing } = await app.reconcile({ repair });
  if (differing === 0) return { name, status: 'ok', message: `${checked} items agree` };
  const differ = `${differing} of ${checked} items`;
  return repair
    ? { name, status: 'ok', message: `${differ} differed and were queued for reindexing` }
    : {
        name,
        status: 'error',
        message: `${differ} differ: to reindex them, run \`lectern doctor --repair\``,
      };
};

/** The memory a server needs once every account has been searched, and how much the server on this machine uses. */
export const checkSearchMemory = async (
  { db, index, config }: App,
  server: Server | undefined,
): Promise<Finding> => {
  const { version, index: serving, thread } = await index.current();
  const { chunks } = await serving.counts();
  const name = 'search memory';
  if (!thread) return { name, status: 'ok', message: `${chunks} passages, searched by Qdrant` };
  const limit = config.searchMemoryBytes;
  let bytes = 0;
  const beyond: number[] = [];
  for (const { id } of await db.selectFrom('account').select('id').orderBy('id').execute()) {
    const needed = memoryNeeded(await serving.counts(id), version.dimensions);
    if (needed > limit) beyond.push(id);
    else bytes += needed;
  }
  const full = bytes > limit ? ', which keeps the accounts searched last' : '';
  const detail = `${chunks} passages need about ${mebibytes(bytes)}, SEARCH_MEMORY_BYTES allows ${mebibytes(limit)}${full}`;
  if (beyond.length === 0)
    return { name, status: 'ok', message: `${detail}${servedMemory(config.privatePort, server)}` };
  return {
    name,
    status: 'error',
    message: `accounts that do not fit into SEARCH_MEMORY_BYTES and are searched by keywords only: ${beyond.join(', ')}. Raise it, or set QDRANT_URL (${detail})`,
  };
};

/** The search memory of the server on the private port; empty without one. */
const servedMemory = (port: number, server: Server | undefined): string => {
  const metrics = indexMetrics(server);
  if (!metrics) return '';
  const { accounts, accountsBeyondMemory, passages, bytes, limitBytes, residentBytes } = metrics;
  return (
    `\nthe server on port ${port}: passages in memory: ${passages}, accounts: ${accounts}, too large: ` +
    `${accountsBeyondMemory}; ${mebibytes(bytes)} of ${mebibytes(limitBytes)} used; whole process: ${mebibytes(residentBytes)}`
  );
};
