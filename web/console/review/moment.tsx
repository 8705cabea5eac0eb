/**
 * Plays the moment of a recording that a suggestion comes from. Once somebody has pressed a key, each moment plays by
 * itself. It counts nowhere. One player stays for all suggestions of an item, so that the next moment is a seek away.
 */
import { Button, Kbd } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { clockOf } from '../parts/dates.js';
import { useKeys } from '../parts/use-keys.js';
import { pressedKeys } from './sound-mark.js';

type Suggestion = Schemas['QueuedSuggestion'];

/** So long a moment plays where its passage has no end. */
const PLAYED_MS = 15_000;

const useRecording = (itemId: number | undefined): UseQueryResult<string | null> => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.part('items', itemId ?? 0, 'media'),
    enabled: itemId !== undefined,
    queryFn: async () => {
      const params = { path: { itemId: itemId! } };
      const { mediaAssets } = await unwrap(api.GET('/items/{itemId}/media', { params }));
      return mediaAssets.find(({ contentType, url }) => contentType !== 'text' && url !== null)?.url ?? null;
    },
  });
};

/** @param next its recording is fetched ahead */
export const Moment = ({ current, next }: { current: Suggestion; next: Suggestion | undefined }) => {
  const { data: url } = useRecording(current.itemId);
  const { data: nextUrl } = useRecording(next?.itemId);
  const isOther = next !== undefined && next.itemId !== current.itemId;
  return (
    <>
      {url && current.startMs !== null && <Player key={url} url={url} suggestion={current} />}
      {isOther && nextUrl && <audio key={nextUrl} src={nextUrl} preload="auto" hidden />}
    </>
  );
};

const Player = ({ url, suggestion: { id, startMs, passage } }: { url: string; suggestion: Suggestion }) => {
  const player = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const from = startMs ?? 0;
  const until = Math.max(passage?.endMs ?? 0, from + PLAYED_MS);
  useEffect(() => {
    const { current } = player;
    if (!current) return;
    current.pause();
    current.currentTime = from / 1000;
    // A browser refuses sound before the first key or click.
    if (pressedKeys.isAny()) current.play().catch(() => undefined);
  }, [id, from]);
  const toggle = (): void => {
    const { current } = player;
    if (!current?.paused) current?.pause();
    else {
      if (current.currentTime * 1000 >= until) current.currentTime = from / 1000;
      current.play().catch(() => undefined);
    }
  };
  useKeys({ p: toggle });
  return (
    <>
      {/* The passage beside it is its text. */}
      <audio
        ref={player}
        src={url}
        preload="auto"
        aria-label={en.review.recording}
        onPlaying={() => {
          pressedKeys.sounded();
          setPlaying(true);
        }}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => {
          if (currentTarget.currentTime * 1000 >= until) currentTarget.pause();
        }}
      />
      <Button variant="subtle" onClick={toggle} rightSection={<Kbd aria-hidden>p</Kbd>}>
        {isPlaying ? en.review.pause : `${en.review.play} ${clockOf(from)}`}
      </Button>
    </>
  );
};
