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

/** @returns names, without the person's own */
export const usePresence = (itemId: number): readonly string[] => {
  const { person, shortName, keys } = useAccount();
  const client = useQueryClient();
  const [others, setOthers] = useState<readonly string[]>([]);
  useEffect(() => {
    let stream: EventSource | undefined;
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
    };
    // Browsers allow few connections to a host: tabs in the background do without.
    const follow = (): void => {
      stream?.close();
      stream = undefined;
      if (document.visibilityState === 'visible') open();
      else setOthers([]);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stream?.close();
    };
  }, [client, itemId, keys, person.id, shortName]);
  return others;
};
