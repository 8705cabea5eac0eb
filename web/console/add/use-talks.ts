/** The talks that were guessed from files or a feed, until their items are created. */
import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react';
import { unwrap, useAccount, type Schemas } from '../api/account.js';

import { stemOf, type ChosenFile } from './chosen-files.js';
import { talkOfEpisode, talkOfFiles, type Talk, type TalkFields } from './talk.js';
import { readTags } from './tags.js';
import { useContinueUploads } from './use-unfinished.js';

/** The API takes this many files at a time. */
const MAX_FILES = 200;

export interface Feed {
  url: string;
  title: string;
  total: number;
  /** Offset of the episodes that are next; null if there are no more. */
  next: number | null;
  withoutMedia: readonly string[];
  /** What was repaired to read it. */
  notes: readonly string[];
}

export interface Talks {
  talks: readonly Talk[];
  /** Files that are no recordings or transcripts. */
  skipped: readonly { name: string; reason: string }[];
  feed: Feed | null;
  /** Whether names that do not exist are created. */
  mayCreateNames: boolean;
  /** Number of files that wait for a collection to be chosen. */
  pending: number;
  isReading: boolean;
  /** Why the files or the feed could not be read. */
  error: unknown;
  /** Whether the files that were added last have no talks. */
  isEmpty: boolean;
  addFiles(files: readonly ChosenFile[]): void;
  readFeed(url: string, offset?: number): void;
  change(key: string, fields: Partial<TalkFields>): void;
  include(key: string, isIncluded: boolean): void;
  replace(talks: readonly Talk[]): void;
}

/** Files with the same path but for the ending stay together, because they are of one talk. */
const batchesOf = (files: readonly ChosenFile[]): ChosenFile[][] => {
  const groups = new Map<string, ChosenFile[]>();
  for (const file of files) groups.set(stemOf(file), [...(groups.get(stemOf(file)) ?? []), file]);
  const batches: ChosenFile[][] = [];
  for (const group of groups.values()) {
    const last = batches.at(-1);
    if (last && last.length + group.length <= MAX_FILES) last.push(...group);
    else batches.push([...group]);
  }
  return batches;
};

const describe = async ({
  file,
  relativePath,
}: ChosenFile): Promise<Schemas['GuessFiles']['files'][number]> => ({
  originalFilename: file.name,
  relativePath,
  fileSizeBytes: file.size,
  mimeType: file.type || null,
  modifiedDate: new Date(file.lastModified).toISOString(),
  tags: await readTags(file),
});

/** By person and account: corrections stay while the person looks at another screen. */
const stored = new Map<string, readonly Talk[]>();

const useStoredTalks = (): [readonly Talk[], Dispatch<SetStateAction<readonly Talk[]>>] => {
  const { person, shortName } = useAccount();
  const key = `${person.id} ${shortName}`;
  const [talks, setTalks] = useState(() => stored.get(key) ?? []);
  useEffect(() => {
    stored.set(key, talks);
    if (talks.length === 0) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [key, talks]);
  return [talks, setTalks];
};

export const useTalks = (collectionId: number | null): Talks => {
  const { api } = useAccount();
  const continueUploads = useContinueUploads();
  const [talks, setTalks] = useStoredTalks();
  const [pending, setPending] = useState<readonly ChosenFile[]>([]);
  const [skipped, setSkipped] = useState<Talks['skipped']>([]);
  const [feed, setFeed] = useState<Feed | null>(null);
  const [mayCreateNames, setMayCreateNames] = useState(true);
  const [reading, setReading] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [isEmpty, setEmpty] = useState(false);

  const read = async (work: (collection: number) => Promise<void>): Promise<void> => {
    if (collectionId === null) return;
    setReading((number) => number + 1);
    setError(null);
    setEmpty(false);
    try {
      await work(collectionId);
    } catch (failure) {
      setError(failure);
    } finally {
      setReading((number) => number - 1);
    }
  };
  const guessFiles = async (collection: number, files: readonly ChosenFile[]): Promise<void> => {
    const unknown = await continueUploads(files);
    let found = 0;
    setSkipped([]);
    for (const batch of batchesOf(unknown)) {
      const body = { collectionId: collection, files: await Promise.all(batch.map(describe)) };
      const response = await unwrap(api.POST('/items/import', { body }));
      setMayCreateNames(response.mayCreateNames);
      setTalks((former) => [...former, ...response.guesses.map((guess) => talkOfFiles(guess, batch))]);
      setSkipped((former) => [
        ...former,
        ...response.skipped.map(({ index, reason }) => ({ name: batch[index]?.file.name ?? '', reason })),
      ]);
      found += response.guesses.length;
    }
    // Files that continue an upload are no new talks.
    setEmpty(found === 0 && unknown.length === files.length);
  };
  const guessEpisodes = async (collection: number, feedUrl: string, offset: number): Promise<void> => {
    const body = { collectionId: collection, feedUrl, offset };
    const response = await unwrap(api.POST('/items/import/feed', { body }));
    setMayCreateNames(response.mayCreateNames);
    setTalks((former) => [...former, ...response.guesses.map(talkOfEpisode)]);
    setFeed({
      url: feedUrl,
      title: response.feed.title,
      total: response.total,
      next: response.hasMore ? offset + response.guesses.length : null,
      withoutMedia: response.withoutMedia,
      notes: response.notes,
    });
  };
  const addFiles = (files: readonly ChosenFile[]): void => {
    if (collectionId === null) setPending((former) => [...former, ...files]);
    else void read((collection) => guessFiles(collection, files));
  };
  const addPending = useEffectEvent(() => {
    if (pending.length > 0) addFiles(pending);
    setPending([]);
  });
  useEffect(() => {
    if (collectionId !== null) addPending();
  }, [collectionId]);
  const update = (key: string, changed: (talk: Talk) => Talk): void =>
    setTalks((former) => former.map((talk) => (talk.key === key ? changed(talk) : talk)));

  return {
    talks,
    skipped,
    feed,
    mayCreateNames,
    pending: pending.length,
    isReading: reading > 0,
    error,
    isEmpty,
    addFiles,
    readFeed: (url, offset = 0) => void read((collection) => guessEpisodes(collection, url, offset)),
    change: (key, fields) =>
      update(key, (talk) => ({
        ...talk,
        fields: { ...talk.fields, ...fields },
        errors: Object.fromEntries(Object.entries(talk.errors).filter(([field]) => !(field in fields))),
      })),
    include: (key, isIncluded) => update(key, (talk) => ({ ...talk, isIncluded })),
    replace: setTalks,
  };
};
