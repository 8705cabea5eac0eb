/** The recording of a service, with two handles around the sermon that was found, and keeping only that. */
import { Alert, Button, Group, RangeSlider, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { publishRecording } from '../../../strings/console/publish-recording/en.js';
import { en } from '../../../strings/console/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { isCutting, type Cut } from '../item/use-item.js';
import { clockOf } from '../parts/dates.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';
import { isPlayable, Recording } from '../recording/recording.js';
import recording from '../recording/recording.module.css';
import { ClockField } from './clock-field.js';
import { findSermon, type Range } from './find-sermon.js';

interface Props {
  item: Schemas['Item'];
  mayChange: boolean;
  /** What was cut out here. */
  cut: Cut | null;
  setCut(cut: Cut): void;
}

export const CutSection = ({ item, mayChange, cut, setCut }: Props) => {
  const { mediaAssets = [] } = item;
  const asset = mediaAssets.find((one) => isPlayable(one) && one.status === 'ready');
  const isBusy = isCutting(item, cut);
  const isCut = mediaAssets.some(({ id, status }) => id === cut?.partId && status !== 'error');
  return (
    <Stack component="section" aria-labelledby="media">
      <Title order={2} size="h4" id="media">
        {publishRecording.recording}
      </Title>
      <Text size="sm" role="status">
        {isBusy ? publishRecording.cutting : isCut && publishRecording.cut}
      </Text>
      {mediaAssets
        .filter(({ errorMessage }) => errorMessage !== null)
        .map(({ id, errorMessage }) => (
          <Alert key={id} color="red" role="alert">
            {errorMessage}
          </Alert>
        ))}
      {asset ? (
        <Handles
          key={`${asset.id} ${asset.durationSecs}`}
          item={item}
          asset={asset}
          mayCut={mayChange && !isBusy}
          setCut={setCut}
        />
      ) : (
        <Text c="dimmed">{publishRecording.noRecording}</Text>
      )}
    </Stack>
  );
};

/** Where the sermon is, by the transcript; null where it has none, or nothing was found. */
const useFoundSermon = (item: Schemas['Item'], { id, durationSecs }: Schemas['MediaAsset']) => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.part('transcripts', item.id, `sermon of ${id}`),
    enabled: item.transcriptUrl !== null,
    queryFn: async (): Promise<Range | null> => {
      const { segments } = await unwrap(
        api.GET('/items/{itemId}/transcript/segments', { params: { path: { itemId: item.id } } }),
      );
      return findSermon(segments, durationSecs ?? 0);
    },
  });
};

interface HandlesProps {
  item: Schemas['Item'];
  asset: Schemas['MediaAsset'];
  mayCut: boolean;
  setCut(cut: Cut): void;
}

const Handles = ({ item, asset, ...rest }: HandlesProps) => {
  const durationSecs = asset.durationSecs ?? 0;
  const found = useFoundSermon(item, asset);
  // The place of the handles is there at once, so that nothing moves.
  return (
    <Chosen
      key={String(found.isLoading)}
      asset={asset}
      durationSecs={durationSecs}
      found={found.data ?? null}
      {...rest}
    />
  );
};

/** So long a button plays. */
const SAMPLE_SECS = 5;

const Chosen = ({
  asset,
  durationSecs,
  found,
  mayCut,
  setCut,
}: Omit<HandlesProps, 'item'> & { durationSecs: number; found: Range | null }) => {
  const { api, keys } = useAccount();
  const { run, isRunning } = useAction(keys.every('items'));
  const player = useRef<HTMLMediaElement>(null);
  const whole = { from: 0, to: durationSecs };
  const [range, setRange] = useState<Range>(found ?? whole);
  const { from, to } = range;
  const isWhole = from === 0 && to === durationSecs;
  const clock = (secs: number): string => clockOf(secs * 1_000);
  const seek = (secs: number): void => {
    if (player.current) player.current.currentTime = Math.max(0, secs);
  };
  const listen = (secs: number): void => {
    seek(secs);
    // Browsers refuse to play before the person has touched the page.
    player.current?.play().catch(() => undefined);
  };
  /** The handles never pass each other. */
  const change = ({ from: start, to: end }: Range): void =>
    setRange({ from: Math.min(start, end - 1), to: Math.min(durationSecs, Math.max(end, start + 1)) });
  const keep = (): void =>
    void run(async () => {
      const body = { startMs: from * 1_000, endMs: to * 1_000 };
      const { mediaAsset } = await unwrap(
        api.POST('/media/{mediaAssetId}/cut', { params: { path: { mediaAssetId: asset.id } }, body }),
      );
      setCut({ partId: mediaAsset.id, wholeId: asset.id });
    });
  return (
    <Stack>
      <div>
        <Recording asset={asset} label={en.review.recording} player={player}>
          <div className={recording.outside} style={{ left: 0, width: `${(from / durationSecs) * 100}%` }} />
          <div
            className={recording.outside}
            style={{ right: 0, width: `${(1 - to / durationSecs) * 100}%` }}
          />
        </Recording>
        {mayCut && durationSecs > 1 && (
          <RangeSlider
            min={0}
            max={durationSecs}
            minRange={1}
            value={[from, to]}
            label={clock}
            thumbFromLabel={publishRecording.start}
            thumbToLabel={publishRecording.end}
            onChange={([start, end]) => {
              if (start !== from) seek(start);
              else if (end !== to) seek(end);
              change({ from: start, to: end });
            }}
          />
        )}
      </div>
      {mayCut && durationSecs > 1 && (
        <>
          <Text size="sm">
            {found
              ? withValues(publishRecording.found, { from: clock(found.from), to: clock(found.to) })
              : publishRecording.notFound}
          </Text>
          <Group align="end">
            <ClockField
              label={publishRecording.start}
              secs={from}
              change={(secs) => change({ from: secs, to })}
            />
            <Button variant="default" onClick={() => listen(from)}>
              {publishRecording.listenStart}
            </Button>
            <ClockField
              label={publishRecording.end}
              secs={to}
              change={(secs) => change({ from, to: secs })}
            />
            <Button variant="default" onClick={() => listen(to - SAMPLE_SECS)}>
              {publishRecording.listenEnd}
            </Button>
          </Group>
          <Group>
            <Button loading={isRunning} disabled={isWhole} onClick={keep}>
              {withValues(publishRecording.keep, { length: clock(to - from), whole: clock(durationSecs) })}
            </Button>
            <Text size="sm" c="dimmed">
              {publishRecording.keepText}
            </Text>
          </Group>
        </>
      )}
    </Stack>
  );
};
