/** The pin endpoints. */
import type { Endpoint } from '../../platform/http/endpoint.js';
import { newPin, pinChanges, pinExample, pinList, pinRecord } from './pin.schema.js';
import { ruleEndpoints } from './rule.routes.js';
import type { RuleService } from './rule.service.js';

export const pinRoutes = (service: RuleService<'searchPin'>): Endpoint[] =>
  ruleEndpoints({
    path: '/search/pins',
    parameter: 'searchPinId',
    operationIds: {
      ...{ list: 'listPins', create: 'createPin', get: 'getPin', update: 'updatePin', delete: 'deletePin' },
    },
    singular: 'pin',
    plural: 'pins',
    noun: 'a pin',
    nouns: 'pins',
    read: 'content:read',
    record: pinRecord,
    spec: pinList,
    created: newPin,
    changes: pinChanges,
    creating:
      'Sets the first results of a query, and of `otherQueries`, and hides others: one record per query. Pinned items come first in their order if they are public and pass the ' +
      'filters, whatever their scores. 409 if the query already has a pin.',
    deleting: '`POST /search/revisions/{searchRevisionId}/restore` brings it back.',
    example: {
      id: 4,
      record: pinExample,
      body: { query: 'easter', otherQueries: ['resurrection sunday'], pinnedItemIds: [], hiddenItemIds: [] },
      changes: { query: 'easter sunday' },
    },
    service,
  });
