/** The control group: valid requests, as the documents describe them, to every read-only operation. */
import type { AbuseClass } from './abuse-class.js';
import { allOperations, caseOf, operationAt, requestOf } from './operation-request.js';

export const ordinary: AbuseClass = {
  name: 'no abuse',
  count: 240,
  atOnce: 2,
  newCase: (target, random, index) => {
    const reads = allOperations(target).filter(({ method }) => method === 'GET');
    const operation = operationAt(reads, index);
    const query = operation.path.startsWith('/search') ? 'q=grace' : undefined;
    return caseOf('', requestOf(target, operation, random, { query }));
  },
};
