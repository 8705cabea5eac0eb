/** What the content API needs beside the records themselves: uploads, idempotency keys, webhooks and their deliveries. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index } = schemaTools(db);

  await create(
    'upload',
    'accountId!>account subjectId! sizeBytes!',
    'purpose! variant blobKey! secret! contentType! status! expiresAt! entryDate!',
  );
  await index('upload', 'purpose subjectId');
  await index('upload', 'status expiresAt');

  await create(
    'idempotencyKey',
    'accountId!>account responseStatus',
    'key! operation! bodyHash! status! responseBody entryDate!',
  );
  await index('idempotencyKey', 'accountId key', { unique: true });
  await index('idempotencyKey', 'entryDate');

  await create(
    'webhook',
    'accountId!>account enabled!',
    'url! events! secret! previousSecret previousSecretUntil description entryDate! updatedDate! deletedDate',
  );
  await index('webhook', 'accountId');
  await create(
    'webhookDelivery',
    'accountId!>account webhookId!>webhook attempts! responseStatus',
    'eventId! eventType! payload! status! lastError entryDate! nextAttemptDate deliveredDate',
  );
  await index('webhookDelivery', 'webhookId entryDate');
  await index('webhookDelivery', 'entryDate');
};
