/** Endpoint of the audit log (scope admin). */
import { z } from 'zod';
import { listFields, listPage, type ListParams, type ListSpec, type Page } from '../db/list-query.js';
import type { Db } from '../db/dialect.js';
import type { Row } from '../db/tables.js';
import { endpointList, type Endpoint } from '../http/endpoint/endpoint.js';
import { author } from '../http/callers/author.js';
import { exampleOf } from '../lib/example.js';
import { dateTimeOutput } from '../lib/fields.js';

const auditEntry = z
  .object({
    id: z.int(),
    actor: z
      .enum(['token', 'person', 'cli'])
      .meta({ description: 'A token, a person, or the command line on the server.' }),
    tokenId: z.int().nullable(),
    tokenName: z.string().nullable().meta({ description: 'Name of the token at that time.' }),
    personId: z.int().nullable(),
    personName: z.string().nullable().meta({ description: 'Name of the person at that time.' }),
    operation: z.string().meta({ description: 'The operationId, e.g. updateItem.' }),
    recordType: z.string().nullable(),
    recordId: z.int().nullable(),
    changedFields: z
      .array(z.string())
      .meta({ description: 'Names of the fields in the request, without values.' }),
    draftAuthor: author
      .nullable()
      .meta({ description: 'Of applied pending changes of an item: who saved them last.' }),
    jobId: z
      .int()
      .nullable()
      .meta({ description: 'The bulk job that made the change for its caller; null without one.' }),
    address: z.string().nullable().meta({ description: 'Network address of the client.' }),
    requestId: z.string().nullable(),
    responseStatus: z.int().nullable(),
    entryDate: dateTimeOutput,
  })
  .meta({ id: 'AuditEntry' });

const auditList: ListSpec<'auditEntry'> = {
  table: 'auditEntry',
  fields: listFields(auditEntry),
  expansions: [],
  searched: ['operation', 'tokenName', 'personName', 'recordType'],
  defaultOrder: [{ field: 'id', direction: 'DESC' }],
  deletedColumn: null,
};

export const listAuditEntries = (
  db: Db,
  accountId: number,
  params: ListParams,
): Promise<Page<Row<'auditEntry'>>> => listPage(db, auditList, accountId, params);

export const auditRoutes = (db: Db): Endpoint[] => [
  endpointList({
    path: '/audit-log',
    operationId: 'listAuditEntries',
    summary: 'List the audit log',
    description:
      'Who changed what through the private API and the command line, newest first by default. Entries are kept for `AUDIT_RETENTION_DAYS` (a year by default).',
    tag: 'Audit log',
    scope: 'admin',
    plural: 'auditEntries',
    spec: auditList,
    record: auditEntry,
    example: {
      record: exampleOf(auditEntry, {
        id: 318,
        actor: 'token',
        tokenId: 4,
        tokenName: 'Website build',
        personId: null,
        personName: null,
        operation: 'updateItem',
        recordType: 'item',
        recordId: 42,
        changedFields: ['title', 'topics'],
        address: '203.0.113.7',
        requestId: '7f0c8d0e-6f5c-4e57-9f4f-2f9d0e1c7a11',
        responseStatus: 200,
        entryDate: '2026-03-01T12:00:00.000Z',
      }),
    },
    handle: ({ account, query }) => listAuditEntries(db, account.id, query),
  }),
];
