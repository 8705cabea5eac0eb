/** Plays the moment of a recording that a suggestion comes from. It counts nowhere. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { en } from '../../../strings/console/en.js';
import { unwrap, useAccount } from '../api/account.js';
import { clockOf } from '../parts/dates.js';

export const Moment = ({ itemId, startMs }: { itemId: number; startMs: number }) => {
  const { api, keys } = useAccount();
  const player = useRef<HTMLAudioElement>(null);
  const media = useQuery({
    queryKey: keys.part('items', itemId, 'media'),
    queryFn: async () =>
      (await unwrap(api.GET('/items/{itemId}/media', { params: { path: { itemId } } }))).mediaAssets,
  });
  const url = media.data?.find(({ contentType, url: file }) => contentType !== 'text' && file !== null)?.url;
  useEffect(() => {
    if (player.current) player.current.currentTime = startMs / 1000;
  }, [startMs, url]);
  if (!url) return null;
  return (
    <>
      {/* The passage beside it is its text. */}
      <audio ref={player} src={url} preload="metadata" aria-label={en.review.recording} />
      <Button
        variant="subtle"
        onClick={() => {
          const { current } = player;
          if (!current) return;
          if (current.paused) void current.play();
          else current.pause();
        }}
      >
        {`${en.review.play} ${clockOf(startMs)}`}
      </Button>
    </>
  );
};
