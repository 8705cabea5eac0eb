/** The job queue, jobs of accounts, leases, index versions, uploads, idempotency keys and webhooks. */
import type { SchemaTools } from '../schema-tools.js';

export const platform = async ({ create, index }: SchemaTools): Promise<void> => {
  const waiting = `"status" = 'waiting'`;
  await create('job', {
    integers: 'accountId!>account attempts! maxAttempts! crashes!=0',
    texts: `kind! queue!=index subject! payload! status! runAt! leaseUntil leaseOwner lastError entryDate!`,
  });
  await index('job', 'status runAt');
  await index('job', 'subject accountId');
  await index('job', 'kind subject accountId', { name: 'job_waiting', unique: true, where: waiting });
  await index('job', 'queue accountId runAt id', { name: 'job_turn', where: waiting });

  await create('accountJob', {
    integers: 'accountId!>account mediaAssetId total! done! failed!',
    texts: 'kind! action status! errors! request! entryDate! finishedDate',
  });
  await index('accountJob', 'accountId id');
  await index('accountJob', 'accountId kind id', {
    name: 'accountJob_open',
    where: '"finishedDate" is null',
  });
  await index('accountJob', 'finishedDate', { name: 'accountJob_finished' });

  await create('lease', { texts: 'name! owner! expiresAt!', key: 'name' });
  await create('indexVersion', {
    integers: 'dimensions! changes!=0',
    texts: 'engine! modelId! state! entryDate!',
  });

  await create('upload', {
    integers: 'accountId!>account subjectId! sizeBytes!',
    texts: 'purpose! variant blobKey! secretHash! contentType! status! refusal expiresAt! entryDate!',
  });
  await index('upload', 'purpose subjectId');
  await index('upload', 'status expiresAt');

  await create('idempotencyKey', {
    integers: 'accountId!>account responseStatus',
    texts: 'key! operation! bodyHash! status! responseBody entryDate!',
  });
  await index('idempotencyKey', 'accountId key', { unique: true });
  await index('idempotencyKey', 'entryDate');

  await create('webhook', {
    integers: 'accountId!>account enabled!',
    texts: `url! events! secret! previousSecret previousSecretUntil description entryDate! updatedDate! deletedDate`,
  });
  await index('webhook', 'accountId');
  await create('webhookDelivery', {
    integers: 'accountId!>account webhookId!>webhook attempts! responseStatus',
    texts: 'eventId! eventType! payload! status! lastError entryDate! nextAttemptDate deliveredDate',
  });
  await index('webhookDelivery', 'webhookId entryDate');
  await index('webhookDelivery', 'entryDate');
};
