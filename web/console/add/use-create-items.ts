/** Creates the items of talks, and starts the uploads of their files. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LecternError } from '../../../client/index.js';
import { en } from '../../../strings/console/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { withValues } from '../parts/with-values.js';
import { itemSteps } from '../uploads/item-steps.js';
import { useUploads } from '../uploads/use-uploads.js';
import { errorsOf, newItemOf, type Talk } from './talk.js';
import type { Talks } from './use-talks.js';

type ImportResult = Schemas['ImportResult'];

/** The API creates this many items at a time. */
const MAX_ITEMS = 200;

export interface CreateItems {
  isCreating: boolean;
  /** Why nothing was created. */
  error: unknown;
  /** Ids of jobs that download episodes. */
  jobIds: readonly number[];
  create(): Promise<void>;
}

/** What the person should know about an item that was created. */
const notesOf = ({ notCreated, problems }: ImportResult, talk: Talk): string[] => [
  ...notCreated.map(({ kind, name }) => withValues(en.add.notCreated[kind], { name })),
  ...problems.map(({ path, message }) => {
    const [, index] = path.split('.');
    return withValues(en.add.lacksFile, {
      name: talk.recordings[Number(index)]?.file.name ?? talk.source,
      message,
    });
  }),
];

/** The recordings of a talk that have a media asset, which is found by name and size. */
const recordingsOf = ({ mediaAssets }: ImportResult, talk: Talk) => {
  const left = [...talk.recordings];
  return mediaAssets.flatMap(({ mediaAsset: { id, originalFilename, fileSizeBytes } }) => {
    const at = left.findIndex(({ file }) => file.name === originalFilename && file.size === fileSizeBytes);
    const [recording] = at < 0 ? [] : left.splice(at, 1);
    return recording ? [{ mediaAssetId: id, file: recording.file }] : [];
  });
};

/** The errors of the talk at an index, from a request that was refused as a whole. */
const errorsAt = (error: unknown, index: number): Talk['errors'] => {
  const start = `items.${index}.`;
  const details = error instanceof LecternError ? error.details : [];
  return errorsOf(
    details
      .filter(({ path }) => path.startsWith(start))
      .map(({ path, message }) => ({ path: path.slice(start.length), message })),
  );
};

export const useCreateItems = (collectionId: number | null, talks: Talks): CreateItems => {
  const { api, keys } = useAccount();
  const client = useQueryClient();
  const { queue } = useUploads();
  const [isCreating, setCreating] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [jobIds, setJobIds] = useState<readonly number[]>([]);

  // A request whose response was lost is not carried out twice.
  const request = useRef({ body: '', key: '' });
  const keyOf = (body: string): string => {
    if (request.current.body !== body) request.current = { body, key: `${Date.now()}-${Math.random()}` };
    return request.current.key;
  };

  const startUploads = (result: ImportResult, talk: Talk): void => {
    if (!result.item) return;
    const { id: itemId, title } = result.item;
    const recordings = recordingsOf(result, talk);
    const { transcript } = talk;
    queue.add({
      itemId,
      title,
      mediaAssetIds: recordings.map(({ mediaAssetId }) => mediaAssetId),
      notes: notesOf(result, talk),
      steps: itemSteps(api, {
        itemId,
        recordings,
        transcript: transcript && {
          file: transcript,
          mediaAssetId: recordings[0]?.mediaAssetId,
          language: talk.guess.language?.value,
        },
      }),
    });
  };
  /** @returns the talks that were not created, with the reason */
  const createBatch = async (collection: number, batch: readonly Talk[]): Promise<Talk[]> => {
    const body = { collectionId: collection, items: batch.map(newItemOf) };
    let response;
    try {
      const header = { 'Idempotency-Key': keyOf(JSON.stringify(body)) };
      response = await unwrap(api.POST('/items/import/create', { body, params: { header } }));
    } catch (failure) {
      setError(failure);
      return batch.map((talk, index) => ({ ...talk, errors: errorsAt(failure, index) }));
    }
    const { job, results } = response;
    if (job) setJobIds((former) => [...new Set([...former, job.id])]);
    return results.flatMap((result) => {
      const talk = batch[result.index];
      if (!talk) return [];
      startUploads(result, talk);
      if (!result.error) return [];
      const { details, message } = result.error;
      return [{ ...talk, errors: details.length > 0 ? errorsOf(details) : { '': message } }];
    });
  };
  const createAll = async (collection: number): Promise<void> => {
    const checked = talks.talks.map((talk) =>
      talk.isIncluded && talk.fields.title.trim() === ''
        ? { ...talk, errors: { title: en.add.required } }
        : { ...talk, errors: {} },
    );
    const included = checked.filter(({ isIncluded }) => isIncluded);
    if (included.some(({ errors }) => 'title' in errors)) return talks.replace(checked);
    const failed: Talk[] = [];
    for (let at = 0; at < included.length; at += MAX_ITEMS)
      failed.push(...(await createBatch(collection, included.slice(at, at + MAX_ITEMS))));
    // Talks that were left out are done with, unless some have to be corrected.
    talks.replace(failed);
    await Promise.all(
      (['items', 'speakers', 'series'] as const).map((resource) =>
        client.invalidateQueries({ queryKey: keys.every(resource) }),
      ),
    );
  };
  return {
    isCreating,
    error,
    jobIds,
    create: async () => {
      if (collectionId === null) return;
      setCreating(true);
      setError(null);
      try {
        await createAll(collectionId);
      } finally {
        setCreating(false);
      }
    },
  };
};
