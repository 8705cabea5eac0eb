/** The classes in the order in which they run. Those that may change the library come last. */
import type { AbuseClass } from './abuse-class.js';
import { nesting, numbers, problems, runs, unknownKeys } from './bodies.js';
import { connections } from './connections.js';
import { authentication, publicGets } from './crowds.js';
import { documents, manyCaptions } from './documents.js';
import { transcripts, uploads } from './files.js';
import { lists } from './lists.js';
import { protocol } from './protocol.js';
import { eventBatches, imageCopies, pipelining, reports, unfinishedHeads, writes } from './turns.js';

export const classes: readonly AbuseClass[] = [
  publicGets,
  lists,
  problems,
  unknownKeys,
  nesting,
  numbers,
  runs,
  uploads,
  transcripts,
  authentication,
  connections,
  protocol,
];

/** Classes that only `npm run abuse` runs, because they measure time and memory. */
export const crowding: readonly AbuseClass[] = [
  reports,
  eventBatches,
  pipelining,
  unfinishedHeads,
  imageCopies,
  documents,
  manyCaptions,
  writes,
];
