/** The classes in the order in which they run. Those that may change the library come last. */
import type { AbuseClass } from './abuse-class.js';
import { nesting, numbers, problems, runs, unknownKeys } from './bodies.js';
import { connections } from './connections.js';
import { authentication, publicGets } from './crowds.js';
import { transcripts, uploads } from './files.js';
import { lists } from './lists.js';
import { protocol } from './protocol.js';

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
