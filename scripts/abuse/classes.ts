/** The classes in the order in which they run: those that may change the library come late. */
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

/** Those that only `npm run abuse` runs: what they do to others is a matter of time and memory. */
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
