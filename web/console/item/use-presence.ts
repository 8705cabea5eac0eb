/** Who else has the item open; and reading it again when somebody else has changed it. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAccount } from '../api/account.js';

interface People {
  people: { id: number; name: string }[];
}

interface Change {
  recordType: string;
  recordId: number;
  author: { type: string; id: number | null } | null;
}

/** Parts of an item that have records of their own, which do not name the item. */
const PARTS: readonly string[] = ['mediaAsset', 'scripture', 'mediaChapter', 'transcript'];

/** Too many streams are open, or the session has ended and somebody signs in again. */
const RETRY_MS = 30_000;

/** @returns names, without the person's own */
export const usePresence = (itemId: number): readonly string[] => {
  const { person, shortName, keys } = useAccount();
  const client = useQueryClient();
  const [others, setOthers] = useState<readonly string[]>([]);
  useEffect(() => {
    let stream: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => void client.invalidateQueries({ queryKey: keys.one('items', itemId) });
    const open = (): void => {
      stream = new EventSource(`/a/${shortName}/v2/events?itemId=${itemId}`);
      stream.addEventListener('people', ({ data }: MessageEvent<string>) => {
        const { people } = JSON.parse(data) as People;
        setOthers(people.filter(({ id }) => id !== person.id).map(({ name }) => name));
      });
      stream.addEventListener('change', ({ data }: MessageEvent<string>) => {
        const { recordType, recordId, author } = JSON.parse(data) as Change;
        const isOwn = author?.type === 'person' && author.id === person.id;
        const isHere = recordType === 'item' ? recordId === itemId : PARTS.includes(recordType);
        if (isHere && !isOwn) refresh();
      });
      stream.addEventListener('reset', refresh);
      stream.addEventListener('error', () => {
        // A browser tries again by itself after a lost connection, and never after a refusal.
        if (stream?.readyState !== EventSource.CLOSED) return;
        setOthers([]);
        timer = setTimeout(follow, RETRY_MS);
      });
    };
    // Browsers allow few connections to a host: tabs in the background do without.
    const follow = (): void => {
      clearTimeout(timer);
      stream?.close();
      stream = undefined;
      if (document.visibilityState === 'visible') open();
      else setOthers([]);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearTimeout(timer);
      stream?.close();
    };
  }, [client, itemId, keys, person.id, shortName]);
  return others;
};
