/** The account's vocabulary: names and other words that its recordings have, for the transcriber. */
import type { Db } from '../../platform/db/dialect.js';
import { lockAccount, updateAccount } from './account.repository.js';

export const MAX_VOCABULARY = 500;
export const MAX_VOCABULARY_LENGTH = 60;

/** Adds the words at the end, unless they are there, or the vocabulary is full. */
export const addToVocabulary = (db: Db, accountId: number, words: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { settings } = await lockAccount(trx, accountId);
    const { vocabulary = [] } = settings;
    if (vocabulary.includes(words) || vocabulary.length >= MAX_VOCABULARY) return;
    const changed = { ...settings, vocabulary: [...vocabulary, words] };
    await updateAccount(trx, accountId, { settings: JSON.stringify(changed) });
  });
