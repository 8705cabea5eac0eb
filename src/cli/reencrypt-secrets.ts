/** Encrypts the stored secrets with another key: after its rotation, and after a backup with a former key. */
import type { Db } from '../platform/db/dialect.js';
import type { Purpose, SecretKey } from '../platform/secrets/secret-key.js';
import { updateWhere, rowsWhere } from '../platform/db/rows.js';

/** Rows per statement. */
const BATCH = 500;

/** What `from` cannot decrypt stays as it is. Runs in the caller's transaction. */
export const reencryptSecrets = async (trx: Db, from: SecretKey, to: SecretKey): Promise<void> => {
  const renewed = (purpose: Purpose, stored: string): string => {
    const text = from.decrypt(purpose, stored);
    return text === null ? stored : to.encrypt(purpose, text);
  };
  await reencryptWebhooks(trx, (secret) => renewed('webhook secrets', secret));
  for (const { personId, secret } of await trx.selectFrom('totp').select(['personId', 'secret']).execute())
    await updateWhere(trx, 'totp', { personId })
      .set({ secret: renewed('second factors', secret) })
      .execute();
  await reencryptMails(trx, (content) => renewed('mail', content));
};

const reencryptWebhooks = async (trx: Db, renew: (secret: string) => string): Promise<void> => {
  for (let after = 0; ;) {
    const rows = await trx
      .selectFrom('webhook')
      .select(['id', 'secret', 'previousSecret'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, secret, previousSecret } of rows)
      await updateWhere(trx, 'webhook', { id })
        .set({ secret: renew(secret), previousSecret: previousSecret && renew(previousSecret) })
        .execute();
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
};

/** Mails that wait in the queue. */
const reencryptMails = async (trx: Db, renew: (content: string) => string): Promise<void> => {
  const jobs = await rowsWhere(trx, 'job', { kind: 'sendMail' }).select(['id', 'payload']).execute();
  for (const { id, payload } of jobs) {
    const mail = JSON.parse(payload) as { content: string };
    await updateWhere(trx, 'job', { id })
      .set({ payload: JSON.stringify({ ...mail, content: renew(mail.content) }) })
      .execute();
  }
};
