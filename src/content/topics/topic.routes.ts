/** The topic endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { recordEndpoints } from '../../platform/http/endpoint/record-endpoints.js';
import { deletedQuery } from '../../platform/http/endpoint/record-query.js';
import { topicExample, topicRecord } from '../records/topic.record.js';
import { newTopic, topicChanges, topicList } from './topic.schema.js';
import type { TopicService } from './topic.service.js';

const response = z.object({ topic: topicRecord });
const tag = 'Topics';

export const topicRoutes = (topics: TopicService): Endpoint[] => [
  endpointList({
    path: '/topics',
    operationId: 'listTopics',
    summary: 'List topics',
    description: 'Sorted by `displayOrder` by default.',
    tag,
    scope: 'content:read',
    plural: 'topics',
    spec: topicList,
    record: topicRecord,
    example: { record: topicExample },
    handle: ({ caller, query }) => topics.list(caller, query),
  }),
  endpoint({
    method: 'POST',
    path: '/topics/create',
    operationId: 'createTopic',
    summary: 'Create a topic',
    description: 'It is added at the end. 409 if a topic already has this name, ignoring case.',
    tag,
    scope: 'content:write',
    status: 201,
    body: newTopic,
    response,
    example: { body: { name: 'Grief' }, response: { topic: { ...topicExample, itemCount: 0 } } },
    handle: async ({ caller, body }) => ({ topic: await topics.create(caller, body) }),
  }),
  ...recordEndpoints({
    path: '/topics/{topicId}',
    operationIds: { get: 'getTopic', update: 'updateTopic', delete: 'deleteTopic', restore: 'restoreTopic' },
    singular: 'topic',
    noun: 'a topic',
    tag,
    record: topicRecord,
    query: deletedQuery,
    changes: topicChanges,
    updating:
      'Setting `displayOrder` shifts the topics that follow. A new name reaches search within seconds.',
    deleting: 'Refused with 409 while items carry the topic.',
    restoring: 'It comes back as the last. 409 when another topic has its name by now.',
    merging: {
      operationId: 'mergeTopic',
      description:
        'Replaces the topic with the topic `into` in all items and deletes it. Returns `into`; search reflects the change within seconds.',
      merge: topics.merge,
    },
    example: { id: 9, record: topicExample, changes: { displayOrder: 1 } },
    service: topics,
  }),
];
