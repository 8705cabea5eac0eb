/** The topic endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../http/endpoint.js';
import { deletedQuery, pathId } from '../http/record-query.js';
import { succeeded, success } from '../lib/fields.js';
import { topicExample, topicRecord } from './topic.record.js';
import { newTopic, topicChanges, topicList } from './topic.schema.js';
import type { TopicService } from './topic.service.js';

const params = z.object({ topicId: pathId });
const response = z.object({ topic: topicRecord });
const example = { params: { topicId: 9 }, response: { topic: topicExample } };
const tag = 'Topics';

export const topicRoutes = (topics: TopicService): Endpoint[] => [
  endpointList({
    path: '/topics',
    name: 'listTopics',
    summary: 'List topics',
    description: 'In the order of `displayOrder` unless another is asked for.',
    tag,
    scope: 'content:read',
    plural: 'topics',
    spec: topicList,
    record: topicRecord,
    example: { record: topicExample },
    handle: ({ account, query }) => topics.list(account.id, query),
  }),
  endpoint({
    method: 'POST',
    path: '/topics/create',
    name: 'createTopic',
    summary: 'Create a topic',
    description: 'It becomes the last. 409 where a topic has this name, whatever its case.',
    tag,
    scope: 'content:write',
    status: 201,
    body: newTopic,
    response,
    example: { body: { name: 'Grief' }, response: { topic: { ...topicExample, itemCount: 0 } } },
    handle: async ({ account, body }) => ({ topic: await topics.create(account.id, body) }),
  }),
  endpoint({
    method: 'GET',
    path: '/topics/{topicId}',
    name: 'getTopic',
    summary: 'Get a topic',
    tag,
    scope: 'content:read',
    params,
    query: deletedQuery,
    response,
    example,
    handle: async ({ account, params: { topicId }, query }) => ({
      topic: await topics.get(account.id, topicId, { withDeleted: query._withDeleted }),
    }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/topics/{topicId}',
    name: 'updateTopic',
    summary: 'Update a topic',
    description:
      'Setting `displayOrder` shifts the topics that follow. A new name reaches search within seconds.',
    tag,
    scope: 'content:write',
    params,
    body: topicChanges,
    response,
    example: { ...example, body: { displayOrder: 1 } },
    handle: async ({ account, params: { topicId }, body, ifMatch }) => ({
      topic: await topics.update(account.id, topicId, body, ifMatch),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/topics/{topicId}',
    name: 'deleteTopic',
    summary: 'Delete a topic',
    description: 'Refused with 409 while items carry the topic.',
    tag,
    scope: 'content:write',
    params,
    response: success,
    example: { params: { topicId: 9 }, response: succeeded },
    handle: async ({ account, params: { topicId } }) => {
      await topics.remove(account.id, topicId);
      return succeeded;
    },
  }),
];
